// libexpat, for the catalogue data of distributions. fontconfig uses it, too.
#ifndef FONTD_CEXPAT_SHIM_H
#define FONTD_CEXPAT_SHIM_H

#include <expat.h>

#endif
