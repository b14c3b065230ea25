// Parts of sd-bus that Swift cannot import: vtable entries are created by macros, and their type is a bit-field.
#ifndef FONTD_CSYSTEMD_H
#define FONTD_CSYSTEMD_H

#include <string.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>

// Returns whether libsystemd could be loaded. The first call loads it, so that programs without D-Bus do not. Without
// it, every function that returns a number returns -ENOSYS, and every other one NULL.
int csd_is_loaded(void);

// Clears the entry first: sd-bus requires unused parts of its union to be zero.
static inline void csd_put(sd_bus_vtable *at, const sd_bus_vtable *entry) {
    memset(at, 0, sizeof *at);
    at->type = entry->type;
    at->flags = entry->flags;
    at->x = entry->x;
}

static inline void csd_vtable_start(sd_bus_vtable *at) {
    const sd_bus_vtable entry = SD_BUS_VTABLE_START(0);
    csd_put(at, &entry);
}

// `names` are the names of all arguments, in and out, each ended by a zero.
static inline void csd_vtable_method(
    sd_bus_vtable *at, const char *member, const char *input, const char *output, const char *names,
    sd_bus_message_handler_t handler) {
    const sd_bus_vtable entry =
        SD_BUS_METHOD_WITH_NAMES(member, input, names, output, , handler, SD_BUS_VTABLE_UNPRIVILEGED);
    csd_put(at, &entry);
}

static inline void csd_vtable_signal(sd_bus_vtable *at, const char *member, const char *signature, const char *names) {
    const sd_bus_vtable entry = SD_BUS_SIGNAL_WITH_NAMES(member, signature, names, 0);
    csd_put(at, &entry);
}

static inline void csd_vtable_property(
    sd_bus_vtable *at, const char *member, const char *signature, sd_bus_property_get_t get, int invalidates) {
    const sd_bus_vtable entry =
        SD_BUS_PROPERTY(member, signature, get, 0, invalidates ? SD_BUS_VTABLE_PROPERTY_EMITS_INVALIDATION : SD_BUS_VTABLE_PROPERTY_CONST);
    csd_put(at, &entry);
}

static inline void csd_vtable_end(sd_bus_vtable *at) {
    const sd_bus_vtable entry = SD_BUS_VTABLE_END;
    csd_put(at, &entry);
}

#endif
