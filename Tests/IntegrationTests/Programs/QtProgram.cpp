// Shows ten letters at 100 pixels in a family: QtProgram FAMILY. Prints the width that the label asks for, whenever that
// changes.

#include <QApplication>
#include <QLabel>

#include <iostream>

class Shown : public QLabel {
public:
    using QLabel::QLabel;

private:
    int width = -1;

    void paintEvent(QPaintEvent *event) override {
        QLabel::paintEvent(event);
        const int present = sizeHint().width();
        if (present != width) std::cout << present << std::endl;
        width = present;
    }
};

int main(int count, char **arguments) {
    QApplication application(count, arguments);
    Shown label("gggggggggg");
    QFont font(arguments[1]);
    font.setPixelSize(100);
    label.setFont(font);
    label.show();
    return application.exec();
}
