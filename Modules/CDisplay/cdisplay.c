#include "cdisplay.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <xcb/xcb.h>

// The functions of libxcb.
#define FUNCTIONS(F) \
    F(xcb_connect) F(xcb_connection_has_error) F(xcb_disconnect) F(xcb_get_setup) F(xcb_setup_roots_iterator) \
    F(xcb_screen_next) F(xcb_generate_id) F(xcb_flush) F(xcb_wait_for_event) F(xcb_intern_atom) \
    F(xcb_intern_atom_reply) F(xcb_get_selection_owner) F(xcb_get_selection_owner_reply) F(xcb_set_selection_owner) \
    F(xcb_get_property) F(xcb_get_property_reply) F(xcb_get_property_value) F(xcb_get_property_value_length) \
    F(xcb_change_property) F(xcb_create_window) F(xcb_destroy_window) F(xcb_send_event) F(xcb_grab_server) \
    F(xcb_ungrab_server) F(xcb_get_file_descriptor)

static struct {
#define MEMBER(name) __typeof__(&name) name;
    FUNCTIONS(MEMBER)
} api;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_loaded;

static void load(void) {
    void *library = dlopen("libxcb.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    is_loaded = 1;
#define FIND(name) \
    api.name = (__typeof__(&name))dlsym(library, #name); \
    if (api.name == NULL) is_loaded = 0;
    FUNCTIONS(FIND)
}

struct cds_display {
    xcb_connection_t *connection;
    xcb_window_t root;
    xcb_atom_t selection, settings, manager;
    // The window with the settings while they are ours, else 0; both threads use it.
    xcb_window_t own;
    pthread_mutex_t lock;
    // The owner's window and its settings during a change.
    xcb_window_t owner;
    xcb_get_property_reply_t *reply;
};

// Larger settings are no settings.
enum { SIZE_LIMIT = 128 * 1024 };

static xcb_atom_t atom(cds_display *display, const char *name) {
    xcb_intern_atom_cookie_t cookie = api.xcb_intern_atom(display->connection, 0, (uint16_t)strlen(name), name);
    xcb_intern_atom_reply_t *reply = api.xcb_intern_atom_reply(display->connection, cookie, NULL);
    xcb_atom_t found = reply == NULL ? XCB_ATOM_NONE : reply->atom;
    free(reply);
    return found;
}

cds_display *cds_open(void) {
    pthread_once(&once, load);
    if (!is_loaded) return NULL;
    cds_display *display = calloc(1, sizeof *display);
    if (display == NULL) return NULL;
    pthread_mutex_init(&display->lock, NULL);
    int number = 0;
    display->connection = api.xcb_connect(NULL, &number);
    if (api.xcb_connection_has_error(display->connection) == 0) {
        xcb_screen_iterator_t screens = api.xcb_setup_roots_iterator(api.xcb_get_setup(display->connection));
        for (int i = 0; i < number && screens.rem > 1; i++) api.xcb_screen_next(&screens);
        display->root = screens.data->root;
        char name[32];
        snprintf(name, sizeof name, "_XSETTINGS_S%d", number);
        display->selection = atom(display, name);
        display->settings = atom(display, "_XSETTINGS_SETTINGS");
        display->manager = atom(display, "MANAGER");
    }
    if (api.xcb_connection_has_error(display->connection) == 0) return display;
    cds_close(display);
    return NULL;
}

int cds_is_used(void) {
    const char *name = getenv("DISPLAY");
    if (name == NULL || name[0] != ':') return 0;
    char wanted[64];
    snprintf(wanted, sizeof wanted, "/tmp/.X11-unix/X%ld", strtol(name + 1, NULL, 10));
    FILE *sockets = fopen("/proc/net/unix", "re");
    if (sockets == NULL) return 0;
    int is_used = 0;
    char *line = NULL;
    size_t size = 0;
    while (!is_used && getline(&line, &size, sockets) >= 0) {
        // Num RefCount Protocol Flags Type St Inode Path; an abstract path begins with @. The server's end of a connection
        // has its path and the state SS_CONNECTED.
        unsigned state;
        char path[64];
        if (sscanf(line, "%*s %*s %*s %*s %*s %x %*s %63s", &state, path) == 2 && state == 3)
            is_used = strcmp(path + (path[0] == '@'), wanted) == 0;
    }
    free(line);
    fclose(sockets);
    return is_used;
}

void cds_disconnect(cds_display *display) {
    shutdown(api.xcb_get_file_descriptor(display->connection), SHUT_RDWR);
}

void cds_close(cds_display *display) {
    api.xcb_disconnect(display->connection);
    pthread_mutex_destroy(&display->lock);
    free(display);
}

// A program that takes the settings over may wait for the end of the former owner's window.
static void destroy_own(cds_display *display) {
    if (display->own != 0) api.xcb_destroy_window(display->connection, display->own);
    display->own = 0;
    api.xcb_flush(display->connection);
}

void cds_wait(cds_display *display) {
    for (;;) {
        xcb_generic_event_t *event = api.xcb_wait_for_event(display->connection);
        if (event == NULL) return;
        if ((event->response_type & 0x7f) == XCB_SELECTION_CLEAR) {
            pthread_mutex_lock(&display->lock);
            if (((xcb_selection_clear_event_t *)event)->owner == display->own) destroy_own(display);
            pthread_mutex_unlock(&display->lock);
        }
        free(event);
    }
}

static void finish(cds_display *display) {
    api.xcb_ungrab_server(display->connection);
    api.xcb_flush(display->connection);
    free(display->reply);
    display->reply = NULL;
    pthread_mutex_unlock(&display->lock);
}

int cds_begin(cds_display *display, const uint8_t **bytes, size_t *count) {
    xcb_connection_t *connection = display->connection;
    pthread_mutex_lock(&display->lock);
    // Between reading and writing, the owner could otherwise write new settings, which would be lost.
    api.xcb_grab_server(connection);
    xcb_get_selection_owner_reply_t *owner = api.xcb_get_selection_owner_reply(
        connection, api.xcb_get_selection_owner(connection, display->selection), NULL);
    if (owner == NULL) { finish(display); return 0; }
    display->owner = owner->owner;
    free(owner);
    *bytes = NULL;
    *count = 0;
    if (display->owner == XCB_WINDOW_NONE) return 1;
    display->reply = api.xcb_get_property_reply(
        connection,
        api.xcb_get_property(
            connection, 0, display->owner, display->settings, display->settings, 0, SIZE_LIMIT / 4),
        NULL);
    if (display->reply == NULL || display->reply->format != 8 || display->reply->bytes_after != 0) {
        finish(display);
        return 0;
    }
    *bytes = api.xcb_get_property_value(display->reply);
    *count = (size_t)api.xcb_get_property_value_length(display->reply);
    return 1;
}

static void put(cds_display *display, xcb_window_t window, const uint8_t *bytes, size_t count) {
    api.xcb_change_property(
        display->connection, XCB_PROP_MODE_REPLACE, window, display->settings, display->settings, 8, (uint32_t)count,
        bytes);
}

void cds_end(cds_display *display, const uint8_t *bytes, size_t count) {
    xcb_connection_t *connection = display->connection;
    if (count > 0 && count <= SIZE_LIMIT) {
        if (display->owner != XCB_WINDOW_NONE) {
            put(display, display->owner, bytes, count);
        } else {
            display->own = api.xcb_generate_id(connection);
            api.xcb_create_window(
                connection, 0, display->own, display->root, -1, -1, 1, 1, 0, XCB_WINDOW_CLASS_INPUT_ONLY,
                XCB_COPY_FROM_PARENT, XCB_CW_OVERRIDE_REDIRECT, (const uint32_t[]){1});
            put(display, display->own, bytes, count);
            api.xcb_set_selection_owner(connection, display->own, display->selection, XCB_CURRENT_TIME);
            xcb_client_message_event_t event = {
                .response_type = XCB_CLIENT_MESSAGE, .format = 32, .window = display->root, .type = display->manager};
            event.data.data32[1] = display->selection;
            event.data.data32[2] = display->own;
            api.xcb_send_event(
                connection, 0, display->root, XCB_EVENT_MASK_STRUCTURE_NOTIFY, (const char *)&event);
        }
    }
    finish(display);
}

void cds_release(cds_display *display) {
    pthread_mutex_lock(&display->lock);
    destroy_own(display);
    pthread_mutex_unlock(&display->lock);
}

int cds_wait_for_compositor(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) return 0;
    strcpy(address.sun_path, path);
    int end = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (end < 0) return 0;
    int is_there = connect(end, (struct sockaddr *)&address, sizeof address) == 0;
    // A compositor sends nothing to a client that asks for nothing; events that are not asked for are errors and the end.
    struct pollfd waiting = {.fd = end, .events = 0};
    while (is_there && poll(&waiting, 1, -1) < 0 && errno == EINTR) {}
    close(end);
    return is_there;
}
