// Registers font files with fontd for the session, with the bindings that qdbusxml2cpp makes: register-qt FONT...

#include <QCoreApplication>
#include <QDBusConnection>
#include <QFile>
#include <QFileInfo>
#include <QTextStream>

#include "fontregistry.h"

// dbus-daemon carries 16 descriptors in one message; the option "more" joins several calls.
static const int mostFiles = 16;

int main(int count, char **arguments) {
    QCoreApplication application(count, arguments);
    QTextStream out(stdout), errors(stderr);
    const QStringList paths = application.arguments().mid(1);
    if (paths.isEmpty() || paths.size() > mostFiles) {
        errors << "usage: register-qt FONT... (at most " << mostFiles << ")\n";
        return 64;
    }
    registerFontTypes();
    OrgFontdFontRegistry1Interface fonts(
        "org.fontd.FontRegistry1", "/org/fontd/FontRegistry1", QDBusConnection::sessionBus());

    // Open files travel, not paths: the name is for reports and for Unregister.
    QList<FontFile> files;
    for (const QString &path : paths) {
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly)) {
            errors << path << ": " << file.errorString() << "\n";
            return 1;
        }
        files << FontFile{QFileInfo(path).absoluteFilePath(), QDBusUnixFileDescriptor(file.handle())};
    }

    QDBusPendingReply<qulonglong, QList<QVariantMap>> reply = fonts.Register(files, "session", {});
    reply.waitForFinished();
    if (reply.isError()) {
        errors << "register-qt: " << reply.error().message() << "\n";
        return 1;
    }
    int status = 0;
    for (const QVariantMap &outcome : reply.argumentAt<1>()) {
        out << outcome["status"].toString() << " " << outcome["file"].toString();
        if (outcome.contains("message")) {
            out << ": " << outcome["message"].toString();
            status = 1;
        }
        out << "\n";
    }
    out << "generation " << reply.argumentAt<0>() << "\n";
    return status;
}
