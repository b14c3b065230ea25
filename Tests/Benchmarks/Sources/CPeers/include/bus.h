// fontd and bare signals on a session bus, driven from C with as little as possible around them.
#ifndef FONTD_BUS_H
#define FONTD_BUS_H

#include <stdint.h>

/// A connection to a session bus.
struct peers_bus;

/// NULL if there is no bus at the address.
struct peers_bus *_Nullable peers_bus_open(const char *_Nonnull address);
void peers_bus_close(struct peers_bus *_Nullable bus);

/// The process of fontd, which the bus starts if need be; -1 if it cannot.
int32_t peers_bus_fontd(struct peers_bus *_Nonnull bus);

/// Registers one file persistently by its descriptor, or takes it out again: from before the file is opened until the
/// answer was read. Nanoseconds, or -1 if fontd answers with an error.
int64_t peers_bus_register(struct peers_bus *_Nonnull bus, const char *_Nonnull file);
int64_t peers_bus_unregister(struct peers_bus *_Nonnull bus, const char *_Nonnull file);

/// Sends a signal that carries a number and nothing else. The time just before, or -1.
int64_t peers_bus_emit(struct peers_bus *_Nonnull bus, uint64_t number);

/// What subscribers hear: fontd's FontsChanged, or a signal of `peers_bus_emit`.
enum peers_signal { PEERS_CHANGE, PEERS_BARE };

/// Subscribes with so many connections to both signals, and tells each time all of them hold one, read to its end: the
/// number it carries, and when the first and the last of them had it. Returns, with -1, when the bus goes.
int peers_bus_subscribe(const char *_Nonnull address, int count, void (*_Nonnull ready)(void),
                        void (*_Nonnull heard)(enum peers_signal signal, uint64_t number, int64_t first, int64_t last));

/// Has so many clients, a connection and a thread each, make so many calls, one after the other: of Resolve with a name
/// that must be found, or, without one, of fontd's Ping, which costs nothing but the bus. Nanoseconds for all, or -1.
int64_t peers_bus_calls(const char *_Nonnull address, int clients, int calls, const char *_Nullable name);

#endif
