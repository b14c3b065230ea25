// Makes a running program of Qt 5 or Qt 6 follow changes of registered fonts: a generic plugin, which Qt loads if
// QT_QPA_GENERIC_PLUGINS contains "fontd".
//
// Qt reads the list of fonts once, and has no function to read it again. It does so when an application font is removed.

#include <QDir>
#include <QFile>
#include <QFileSystemWatcher>
#include <QFontDatabase>
#include <QGenericPlugin>
#include <QGuiApplication>
#include <QStandardPaths>
#include <QStringList>
#include <QTimer>
#include <QtWidgets/QWidget>

#include <dlfcn.h>
#include <fontconfig/fontconfig.h>

namespace {

// Returns a function of a library of Qt if the program has loaded that library.
template <typename Function>
Function *function(const char *library, const char *name) {
    const QByteArray file = QByteArray("libQt") + QByteArray::number(QT_VERSION_MAJOR) + library + ".so."
        + QByteArray::number(QT_VERSION_MAJOR);
    void *loaded = dlopen(file, RTLD_LAZY | RTLD_NOLOAD);
    return loaded ? reinterpret_cast<Function *>(dlsym(loaded, name)) : nullptr;
}

// Adds a font that fontconfig lists as an application font, and removes it.
void discardFonts() {
    FcInitReinitialize();
    const FcFontSet *fonts = FcConfigGetFonts(nullptr, FcSetSystem);
    // More than one only if files have vanished meanwhile.
    const int attempts = 16;
    for (int i = 0; fonts && i < fonts->nfont && i < attempts; i++) {
        FcChar8 *file;
        if (FcPatternGetString(fonts->fonts[i], FC_FILE, 0, &file) != FcResultMatch) continue;
        const int font = QFontDatabase::addApplicationFont(QFile::decodeName(reinterpret_cast<char *>(file)));
        if (font < 0) continue;
        QFontDatabase::removeApplicationFont(font);
        break;
    }
    // An existing QFont keeps the font file that it has opened until it finds another cache. Without this function, which
    // is not part of Qt's interface, only new QFonts follow.
    if (auto *cleanup = function<void()>("Gui", "_ZN10QFontCache7cleanupEv")) cleanup();
}

// Makes all widgets measure and draw their texts again. The plugin is not linked with QtWidgets, which programs of
// QtQuick do not load.
void updateWidgets() {
    auto *widgets = function<QList<QWidget *>()>("Widgets", "_ZN12QApplication10allWidgetsEv");
    if (!widgets || !qApp->inherits("QApplication")) return;
    for (QWidget *widget : widgets()) {
        QEvent event(QEvent::FontChange);
        // QWidget begins with its QObject.
        QCoreApplication::sendEvent(static_cast<QObject *>(widget), &event);
    }
}

// Follows the files with the number of the last change: the user's and that of the fonts of all users.
class Follower : public QObject {
public:
    Follower()
        : stores{QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + "/fontd", "/var/lib/fontd"} {
        // Several changes in a row are one.
        pause.setSingleShot(true);
        pause.setInterval(200);
        connect(&pause, &QTimer::timeout, this, &Follower::check);
        connect(&watcher, &QFileSystemWatcher::directoryChanged, this, [this] {
            if (!pause.isActive()) pause.start();
        });
        seen = generation();
        watch();
    }

private:
    // Each store, or the nearest folder above it until there is one: a new home lacks ~/.local/share.
    QStringList nearestFolders() const {
        QStringList folders;
        for (QString folder : stores) {
            while (!QDir(folder).exists() && folder != "/") folder = QFileInfo(folder).path();
            if (!folders.contains(folder)) folders << folder;
        }
        return folders;
    }

    void watch() {
        const QStringList wanted = nearestFolders();
        for (const QString &folder : watcher.directories())
            if (!wanted.contains(folder)) watcher.removePath(folder);
        for (const QString &folder : wanted)
            if (!watcher.directories().contains(folder)) watcher.addPath(folder);
        // Folders may have been made before they were watched.
        if (nearestFolders() != wanted) watch();
    }

    QByteArray generation() const {
        QByteArray all;
        for (const QString &store : stores) {
            QFile file(store + "/generation");
            if (file.open(QIODevice::ReadOnly)) all += file.read(64);
            all += '/';
        }
        return all;
    }

    void check() {
        watch();
        const QByteArray present = generation();
        if (present == seen) return;
        seen = present;
        discardFonts();
        updateWidgets();
    }

    const QStringList stores;
    QByteArray seen;
    QFileSystemWatcher watcher;
    QTimer pause;
};

} // namespace

class FontdPlugin : public QGenericPlugin {
    Q_OBJECT
    Q_PLUGIN_METADATA(IID QGenericPluginFactoryInterface_iid FILE "plugin.json")

public:
    QObject *create(const QString &, const QString &) override { return new Follower; }
};

#include "plugin.moc"
