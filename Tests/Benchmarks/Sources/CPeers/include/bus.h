// fontd and bare signals on a session bus, used from C with as little overhead as possible.
#ifndef FONTD_BUS_H
#define FONTD_BUS_H

#include <stdint.h>

/// A connection to a session bus.
struct peers_bus;

/// Returns NULL if there is no bus at the address.
struct peers_bus *_Nullable peers_bus_open(const char *_Nonnull address);
void peers_bus_close(struct peers_bus *_Nullable bus);

/// Returns the process of fontd, which the bus starts if necessary; -1 if it cannot.
int32_t peers_bus_fontd(struct peers_bus *_Nonnull bus);

/// Registers a file persistently by descriptor, or unregisters it, timed from before the file is opened until the reply
/// has been read. Returns nanoseconds, or -1 if fontd returns an error.
int64_t peers_bus_register(struct peers_bus *_Nonnull bus, const char *_Nonnull file);
int64_t peers_bus_unregister(struct peers_bus *_Nonnull bus, const char *_Nonnull file);

/// Sends a signal that carries only a number. Returns the time just before, or -1.
int64_t peers_bus_emit(struct peers_bus *_Nonnull bus, uint64_t number);

/// The signals of subscribers: fontd's FontsChanged, or a signal of `peers_bus_emit`.
enum peers_signal { PEERS_CHANGE, PEERS_BARE };

/// Subscribes to both signals with a number of connections, and calls `received` each time all of them have read one
/// completely, with its number and the times when the first and the last of them had read it. Returns -1 when the bus
/// ends.
int peers_bus_subscribe(const char *_Nonnull address, int count, void (*_Nonnull ready)(void),
                        void (*_Nonnull received)(enum peers_signal signal, uint64_t number, int64_t first, int64_t last));

/// Runs clients that each have a connection and a thread and make a number of consecutive calls: of Resolve with a name
/// that must be found, or, without a name, of Ping, which fontd answers at no cost. Returns nanoseconds for all, or -1.
int64_t peers_bus_calls(const char *_Nonnull address, int clients, int calls, const char *_Nullable name);

#endif
