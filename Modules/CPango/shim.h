// Pango's headers for text that cairo draws, and for lists of fonts that are a configuration of fontconfig.
#ifndef FONTD_CPANGO_SHIM_H
#define FONTD_CPANGO_SHIM_H

#define GLIB_VERSION_MIN_REQUIRED GLIB_VERSION_2_74
#define GLIB_VERSION_MAX_ALLOWED GLIB_VERSION_2_74
#define PANGO_VERSION_MIN_REQUIRED PANGO_VERSION_1_50
#define PANGO_VERSION_MAX_ALLOWED PANGO_VERSION_1_50

#include <pango/pangocairo.h>
#include <pango/pangofc-fontmap.h>

#endif
