// The C library's gettext.
#ifndef FONTD_CINTL_SHIM_H
#define FONTD_CINTL_SHIM_H

#include <libintl.h>
#include <locale.h>

#endif
