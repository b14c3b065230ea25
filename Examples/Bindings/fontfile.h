// The element type of `a(sh)`, which Qt does not define: an open file and the name that reports use for it.

#pragma once

#include <QDBusArgument>
#include <QDBusMetaType>
#include <QDBusUnixFileDescriptor>
#include <QList>
#include <QVariantMap>

struct FontFile {
    QString name;
    QDBusUnixFileDescriptor file;
};
Q_DECLARE_METATYPE(FontFile)

inline QDBusArgument &operator<<(QDBusArgument &argument, const FontFile &font) {
    argument.beginStructure();
    argument << font.name << font.file;
    argument.endStructure();
    return argument;
}

inline const QDBusArgument &operator>>(const QDBusArgument &argument, FontFile &font) {
    argument.beginStructure();
    argument >> font.name >> font.file;
    argument.endStructure();
    return argument;
}

inline void registerFontTypes() {
    qDBusRegisterMetaType<FontFile>();
    qDBusRegisterMetaType<QList<FontFile>>();
    qDBusRegisterMetaType<QList<QVariantMap>>();
}
