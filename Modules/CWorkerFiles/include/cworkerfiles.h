// The one file that a worker's C libraries can open by name.
#ifndef FONTD_CWORKERFILES_H
#define FONTD_CWORKERFILES_H

// The name under which `open` finds the font; no path of the file system.
extern const char *_Nonnull const cwf_font_name;

// Says which descriptor the name stands for; -1 for none.
void cwf_set_font(int descriptor);

#endif
