// The functions of libsystemd that fontd uses, which forward to the library once it is loaded.
#include "csystemd.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static void *library;

static void load(void) { library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL); }

int csd_is_loaded(void) {
    pthread_once(&once, load);
    return library != NULL;
}

static void *find(const char *name) { return csd_is_loaded() ? dlsym(library, name) : NULL; }

// Hidden, since the library exports functions of the same names.
#define FORWARD(type, name, parameters, arguments, failure) \
    __attribute__((visibility("hidden"))) type name parameters { \
        static _Atomic(void *) found; \
        void *function = atomic_load_explicit(&found, memory_order_acquire); \
        if (function == NULL) atomic_store_explicit(&found, function = find(#name), memory_order_release); \
        return function == NULL ? failure : ((type(*) parameters)function)arguments; \
    }

// Referenced by every vtable and never read.
__attribute__((visibility("hidden"))) const unsigned sd_bus_object_vtable_format = 0;

FORWARD(
    int, sd_bus_add_fallback_vtable,
    (sd_bus *bus, sd_bus_slot **slot, const char *prefix, const char *interface, const sd_bus_vtable *vtable, sd_bus_object_find_t find_object, void *userdata),
    (bus, slot, prefix, interface, vtable, find_object, userdata), -ENOSYS)
FORWARD(
    int, sd_bus_add_match,
    (sd_bus *bus, sd_bus_slot **slot, const char *match, sd_bus_message_handler_t callback, void *userdata),
    (bus, slot, match, callback, userdata), -ENOSYS)
FORWARD(
    int, sd_bus_add_match_async,
    (sd_bus *bus, sd_bus_slot **slot, const char *match, sd_bus_message_handler_t callback, sd_bus_message_handler_t install_callback, void *userdata),
    (bus, slot, match, callback, install_callback, userdata), -ENOSYS)
FORWARD(
    int, sd_bus_add_object_vtable,
    (sd_bus *bus, sd_bus_slot **slot, const char *path, const char *interface, const sd_bus_vtable *vtable, void *userdata),
    (bus, slot, path, interface, vtable, userdata), -ENOSYS)
FORWARD(
    int, sd_bus_call_async,
    (sd_bus *bus, sd_bus_slot **slot, sd_bus_message *m, sd_bus_message_handler_t callback, void *userdata, uint64_t usec),
    (bus, slot, m, callback, userdata, usec), -ENOSYS)
FORWARD(sd_bus *, sd_bus_close_unref, (sd_bus *bus), (bus), NULL)
FORWARD(sd_bus *, sd_bus_flush_close_unref, (sd_bus *bus), (bus), NULL)
FORWARD(sd_bus_message *, sd_bus_get_current_message, (sd_bus *bus), (bus), NULL)
FORWARD(int, sd_bus_get_events, (sd_bus *bus), (bus), -ENOSYS)
FORWARD(int, sd_bus_get_fd, (sd_bus *bus), (bus), -ENOSYS)
FORWARD(int, sd_bus_get_n_queued_write, (sd_bus *bus, uint64_t *ret), (bus, ret), -ENOSYS)
FORWARD(int, sd_bus_get_timeout, (sd_bus *bus, uint64_t *timeout_usec), (bus, timeout_usec), -ENOSYS)
FORWARD(int, sd_bus_get_unique_name, (sd_bus *bus, const char **unique), (bus, unique), -ENOSYS)
FORWARD(int, sd_bus_is_open, (sd_bus *bus), (bus), -ENOSYS)
FORWARD(int, sd_bus_message_append_basic, (sd_bus_message *m, char type, const void *p), (m, type, p), -ENOSYS)
FORWARD(int, sd_bus_message_close_container, (sd_bus_message *m), (m), -ENOSYS)
FORWARD(
    int, sd_bus_message_enter_container,
    (sd_bus_message *m, char type, const char *contents),
    (m, type, contents), -ENOSYS)
FORWARD(int, sd_bus_message_exit_container, (sd_bus_message *m), (m), -ENOSYS)
FORWARD(const sd_bus_error *, sd_bus_message_get_error, (sd_bus_message *m), (m), NULL)
FORWARD(int, sd_bus_message_get_expect_reply, (sd_bus_message *m), (m), -ENOSYS)
FORWARD(const char *, sd_bus_message_get_interface, (sd_bus_message *m), (m), NULL)
FORWARD(const char *, sd_bus_message_get_member, (sd_bus_message *m), (m), NULL)
FORWARD(const char *, sd_bus_message_get_path, (sd_bus_message *m), (m), NULL)
FORWARD(const char *, sd_bus_message_get_sender, (sd_bus_message *m), (m), NULL)
FORWARD(
    int, sd_bus_message_new_method_call,
    (sd_bus *bus, sd_bus_message **m, const char *destination, const char *path, const char *interface, const char *member),
    (bus, m, destination, path, interface, member), -ENOSYS)
FORWARD(
    int, sd_bus_message_new_method_error,
    (sd_bus_message *call, sd_bus_message **m, const sd_bus_error *e),
    (call, m, e), -ENOSYS)
FORWARD(int, sd_bus_message_new_method_return, (sd_bus_message *call, sd_bus_message **m), (call, m), -ENOSYS)
FORWARD(
    int, sd_bus_message_new_signal,
    (sd_bus *bus, sd_bus_message **m, const char *path, const char *interface, const char *member),
    (bus, m, path, interface, member), -ENOSYS)
FORWARD(
    int, sd_bus_message_open_container,
    (sd_bus_message *m, char type, const char *contents),
    (m, type, contents), -ENOSYS)
FORWARD(
    int, sd_bus_message_peek_type,
    (sd_bus_message *m, char *type, const char **contents),
    (m, type, contents), -ENOSYS)
FORWARD(int, sd_bus_message_read_basic, (sd_bus_message *m, char type, void *p), (m, type, p), -ENOSYS)
FORWARD(sd_bus_message *, sd_bus_message_ref, (sd_bus_message *m), (m), NULL)
FORWARD(int, sd_bus_message_rewind, (sd_bus_message *m, int complete), (m, complete), -ENOSYS)
FORWARD(int, sd_bus_message_set_auto_start, (sd_bus_message *m, int b), (m, b), -ENOSYS)
FORWARD(int, sd_bus_message_set_destination, (sd_bus_message *m, const char *destination), (m, destination), -ENOSYS)
FORWARD(sd_bus_message *, sd_bus_message_unref, (sd_bus_message *m), (m), NULL)
FORWARD(int, sd_bus_negotiate_fds, (sd_bus *bus, int b), (bus, b), -ENOSYS)
FORWARD(int, sd_bus_new, (sd_bus **ret), (ret), -ENOSYS)
FORWARD(int, sd_bus_process, (sd_bus *bus, sd_bus_message **r), (bus, r), -ENOSYS)
FORWARD(int, sd_bus_release_name, (sd_bus *bus, const char *name), (bus, name), -ENOSYS)
FORWARD(int, sd_bus_request_name, (sd_bus *bus, const char *name, uint64_t flags), (bus, name, flags), -ENOSYS)
FORWARD(int, sd_bus_send, (sd_bus *bus, sd_bus_message *m, uint64_t *cookie), (bus, m, cookie), -ENOSYS)
FORWARD(int, sd_bus_set_address, (sd_bus *bus, const char *address), (bus, address), -ENOSYS)
FORWARD(int, sd_bus_set_bus_client, (sd_bus *bus, int b), (bus, b), -ENOSYS)
FORWARD(int, sd_bus_set_exit_on_disconnect, (sd_bus *bus, int b), (bus, b), -ENOSYS)
FORWARD(int, sd_bus_set_fd, (sd_bus *bus, int input_fd, int output_fd), (bus, input_fd, output_fd), -ENOSYS)
FORWARD(int, sd_bus_set_method_call_timeout, (sd_bus *bus, uint64_t usec), (bus, usec), -ENOSYS)
FORWARD(sd_bus_slot *, sd_bus_slot_unref, (sd_bus_slot *slot), (slot), NULL)
FORWARD(int, sd_bus_start, (sd_bus *bus), (bus), -ENOSYS)
FORWARD(int, sd_notify, (int unset_environment, const char *state), (unset_environment, state), -ENOSYS)
