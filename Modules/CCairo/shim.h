// cairo's headers for faces of FreeType and for the formats of documents.
#ifndef FONTD_CCAIRO_SHIM_H
#define FONTD_CCAIRO_SHIM_H

#include <cairo.h>
#include <cairo-ft.h>
#include <cairo-pdf.h>
#include <cairo-svg.h>

#endif
