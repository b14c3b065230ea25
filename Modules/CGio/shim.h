// GLib's headers, with desktop entries and lists of file descriptors.
#ifndef FONTD_CGIO_SHIM_H
#define FONTD_CGIO_SHIM_H

// What newer releases deprecate stays usable: the application runs with the libraries of Debian 12, too.
#define GLIB_VERSION_MIN_REQUIRED GLIB_VERSION_2_74
#define GLIB_VERSION_MAX_ALLOWED GLIB_VERSION_2_74

#include <gio/gdesktopappinfo.h>
#include <gio/gio.h>
#include <gio/gunixfdlist.h>

#endif
