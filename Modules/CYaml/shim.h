// libyaml, for the catalogue data of distributions and the formulas of fontist.
#ifndef FONTD_CYAML_SHIM_H
#define FONTD_CYAML_SHIM_H

#include <yaml.h>

#endif
