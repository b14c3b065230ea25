// HarfBuzz's headers.
#ifndef FONTD_CHARFBUZZ_SHIM_H
#define FONTD_CHARFBUZZ_SHIM_H

#include <hb.h>
#include <hb-ot.h>
#include <hb-subset.h>

#endif
