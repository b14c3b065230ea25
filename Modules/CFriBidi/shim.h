// FriBidi's headers.
#ifndef FONTD_CFRIBIDI_SHIM_H
#define FONTD_CFRIBIDI_SHIM_H

#include <fribidi.h>

// FRIBIDI_PAR_ON is a cast: the first strong character determines the direction of the paragraph.
static inline FriBidiParType cfribidi_undetermined(void) { return FRIBIDI_PAR_ON; }

#endif
