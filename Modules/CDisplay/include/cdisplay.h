// The settings that an X display's programs share (XSETTINGS), and the end of a display. libxcb is loaded with the first
// display, so that programs without one do not need it.
#ifndef FONTD_CDISPLAY_H
#define FONTD_CDISPLAY_H

#include <stddef.h>
#include <stdint.h>

typedef struct cds_display cds_display;

// Connects to the X display that DISPLAY names. Returns NULL if there is none.
cds_display *_Nullable cds_open(void);

// Whether programs are connected to the X server of this machine that DISPLAY names. Does not connect, which would start
// an Xwayland that its compositor starts for its first program.
int cds_is_used(void);

// Waits until the connection ends, and gives the settings' ownership up when another program takes it. The other functions
// may be called meanwhile on another thread.
void cds_wait(cds_display *_Nonnull display);

// Ends the connection, so that cds_wait returns.
void cds_disconnect(cds_display *_Nonnull display);

// Releases the connection, after cds_wait has returned.
void cds_close(cds_display *_Nonnull display);

// Begins a change of the settings, during which the server serves no other program. `*bytes` are the present settings of
// the program that owns them, none if there is no such program; they are valid until cds_end. Returns 0 if they cannot
// be read; then there is no change to end.
int cds_begin(cds_display *_Nonnull display, const uint8_t *_Nullable *_Nonnull bytes, size_t *_Nonnull count);

// Ends a change. The settings are replaced by `count` bytes unless there are none. If no program owned the settings, this
// one does from now on.
void cds_end(cds_display *_Nonnull display, const uint8_t *_Nullable bytes, size_t count);

// Gives up the ownership of the settings.
void cds_release(cds_display *_Nonnull display);

// Waits until the Wayland compositor with this socket ends. Returns 0 if there is none.
int cds_wait_for_compositor(const char *_Nonnull socket);

#endif
