// KDE's font service, driven from C.
#ifndef FONTD_FONTINST_H
#define FONTD_FONTINST_H

#include <stdint.h>

/// A connection to KDE's font service, `org.kde.fontinst`, on a session bus.
///
/// Spoken with sd-bus from this process: a call costs one message and no process, and the answers, which the service gives
/// as signals, are heard on the same connection. libsystemd is loaded when it is needed; wherever there is a bus, it is.
struct peers_fontinst;

/// What is to be done with the fonts that the last installation added.
enum peers_fontinst_change { PEERS_UNINSTALL, PEERS_DISABLE, PEERS_ENABLE };

/// Connects and has the bus start the service; `start_ns` is how long it took until the service answered. NULL if there is
/// no libsystemd, no bus, or no such service.
struct peers_fontinst *_Nullable peers_fontinst_open(const char *_Nonnull address, int64_t *_Nonnull start_ns);

/// Installs files for the user, one call each, and reconfigures: what KDE's settings do for a list of fonts.
///
/// Returns 0, or the service's first status that is not 0, or -1 if it does not answer within a minute.
int peers_fontinst_install(struct peers_fontinst *_Nonnull service, const char *_Nullable const *_Nonnull files, int count,
                           int64_t *_Nonnull ns);

/// Changes what the last installation added, one call for each style, and reconfigures. Returns as installing does.
int peers_fontinst_change(struct peers_fontinst *_Nonnull service, enum peers_fontinst_change change,
                          int64_t *_Nonnull ns);

/// Has the service list its fonts. How many families there are, or -1.
int peers_fontinst_list(struct peers_fontinst *_Nonnull service, int64_t *_Nonnull ns);

/// Closes the connection and ends the service, which would stay for half a minute.
void peers_fontinst_close(struct peers_fontinst *_Nonnull service);

/// Leaves the superuser behind for good, as user and group `nobody`: for the superuser the service has no fonts of the
/// user's own. 0, or errno.
int peers_become_nobody(void);

#endif
