// HarfBuzz's headers.
#ifndef FONTD_CHARFBUZZ_SHIM_H
#define FONTD_CHARFBUZZ_SHIM_H

#include <hb.h>

#endif
