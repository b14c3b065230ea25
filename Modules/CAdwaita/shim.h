// GTK's and libadwaita's headers.
#ifndef FONTD_CADWAITA_SHIM_H
#define FONTD_CADWAITA_SHIM_H

// What newer releases deprecate stays usable, and what they add is not: the application runs with the libraries of
// Debian 12, too.
#define GLIB_VERSION_MIN_REQUIRED GLIB_VERSION_2_74
#define GLIB_VERSION_MAX_ALLOWED GLIB_VERSION_2_74
#define PANGO_VERSION_MIN_REQUIRED PANGO_VERSION_1_50
#define PANGO_VERSION_MAX_ALLOWED PANGO_VERSION_1_50
#define GDK_VERSION_MIN_REQUIRED GDK_VERSION_4_8
#define GDK_VERSION_MAX_ALLOWED GDK_VERSION_4_8
#define ADW_VERSION_MIN_REQUIRED ADW_VERSION_1_2
#define ADW_VERSION_MAX_ALLOWED ADW_VERSION_1_2

#include <adwaita.h>

#endif
