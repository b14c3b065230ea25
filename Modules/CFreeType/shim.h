// FreeType's headers, which are included through macros that Swift cannot evaluate.
#ifndef FONTD_CFREETYPE_SHIM_H
#define FONTD_CFREETYPE_SHIM_H

#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_ERRORS_H
#include FT_OUTLINE_H
#include FT_MULTIPLE_MASTERS_H
#include FT_TRUETYPE_TABLES_H

#endif
