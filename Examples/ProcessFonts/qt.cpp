// Shows a label in a font that only this process has: process-fonts-qt FAMILY FONT...
//
// The fonts are registered at the start. "register FILE" and "unregister FILE" on standard input change them. After
// each change, its cause and the label's width are printed. For Qt 5 and Qt 6.

#include <QApplication>
#include <QFontDatabase>
#include <QLabel>
#include <QSocketNotifier>

#include <cstdio>
#include <iostream>
#include <string>

#include "process_fonts.h"

static QLabel *label;
// A font file that remains at its path.
static QString anyFont;

// Called from any thread.
static void wake() { QMetaObject::invokeMethod(qApp, process_fonts_work, Qt::QueuedConnection); }

static void report(const char *event) { std::cout << event << " " << label->sizeHint().width() << std::endl; }

static void changed(const char *cause) {
    // Before the first use of fonts, Qt has no cached fonts to discard. The re-initialisation is the one below.
    if (!label || !qstrcmp(cause, "reinitialization")) return;
    {
        // When an application font of Qt is removed, Qt discards all its fonts and clears the application fonts of
        // fontconfig, including those of other code. It reloads fonts on the next request, so they must be restored
        // before that.
        QSignalBlocker blocker(qApp);
        QFontDatabase::removeApplicationFont(QFontDatabase::addApplicationFont(anyFont));
        process_fonts_reinitialize();
    }
    emit qApp->fontDatabaseChanged();
    report(cause);
}

static void setFont(const QString &family) {
    QFont font(family);
    font.setPixelSize(100);
    // A widget keeps its font, with the match that Qt cached for it, if the new font is equal.
    label->setFont(QFont());
    label->setFont(font);
}

int main(int count, char **arguments) {
    QApplication application(count, arguments);
    const QStringList words = application.arguments().mid(1);
    if (words.size() < 2) {
        std::cerr << "usage: process-fonts-qt FAMILY FONT..." << std::endl;
        return 64;
    }
    anyFont = words[1];
    if (process_fonts_open("org.example.Qt", wake, changed)) return 69;
    for (const QString &file : words.mid(1)) process_fonts_register(file.toUtf8());
    process_fonts_work();

    QLabel shown("gggggggggg");
    label = &shown;
    setFont(words[0]);
    shown.show();
    QObject::connect(qApp, &QGuiApplication::fontDatabaseChanged, &shown, [&] {
        setFont(words[0]);
        shown.adjustSize();
    });
    report("ready");

    // Print one line for each notification.
    std::setvbuf(stdin, nullptr, _IONBF, 0);
    QSocketNotifier commands(0, QSocketNotifier::Read);
    QObject::connect(&commands, &QSocketNotifier::activated, [&] {
        std::string command, file;
        if (!(std::cin >> command >> file)) return application.quit();
        if (command == "register") process_fonts_register(file.c_str());
        if (command == "unregister") process_fonts_unregister(file.c_str());
    });
    return application.exec();
}
