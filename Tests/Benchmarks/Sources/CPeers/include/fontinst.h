// KDE's font service, used from C.
#ifndef FONTD_FONTINST_H
#define FONTD_FONTINST_H

#include <stdint.h>

/// A connection to KDE's font service, `org.kde.fontinst`, on a session bus.
///
/// Uses sd-bus in this process: a call costs one message and no process, and the service's responses, which are
/// signals,
/// arrive on the same connection. libsystemd is loaded on demand; it is present wherever there is a bus.
struct peers_fontinst;

/// The change to the fonts that the last installation added.
enum peers_fontinst_change { PEERS_UNINSTALL, PEERS_DISABLE, PEERS_ENABLE };

/// Connects and makes the bus start the service; `start_ns` is the time until the service replied. Returns NULL if
/// there
/// is no libsystemd, no bus, or no such service.
struct peers_fontinst *_Nullable peers_fontinst_open(const char *_Nonnull address, int64_t *_Nonnull start_ns);

/// Installs files for the user, one call each, and reconfigures, as KDE's settings do for a list of fonts.
///
/// Returns 0, or the service's first status that is not 0, or -1 if it does not respond within a minute.
int peers_fontinst_install(struct peers_fontinst *_Nonnull service, const char *_Nullable const *_Nonnull files, int count,
                           int64_t *_Nonnull ns);

/// Changes the fonts that the last installation added, one call for each style, and reconfigures. Returns the same
/// values
/// as `peers_fontinst_install`.
int peers_fontinst_change(struct peers_fontinst *_Nonnull service, enum peers_fontinst_change change,
                          int64_t *_Nonnull ns);

/// Lists the service's fonts. Returns the number of families, or -1.
int peers_fontinst_list(struct peers_fontinst *_Nonnull service, int64_t *_Nonnull ns);

/// Closes the connection and ends the service, which would run for another half minute.
void peers_fontinst_close(struct peers_fontinst *_Nonnull service);

/// Permanently changes to the user and group `nobody`, because for root the service has no fonts of the user's own.
/// Returns 0 or errno.
int peers_become_nobody(void);

#endif
