// The one file that the C libraries of a worker can open by name.
#ifndef FONTD_CWORKERFILES_H
#define FONTD_CWORKERFILES_H

// The name under which `open` finds the font, which is not a path of the file system.
extern const char *_Nonnull const cwf_font_name;

// Sets the descriptor that the name stands for; -1 for none.
void cwf_set_font(int descriptor);

#endif
