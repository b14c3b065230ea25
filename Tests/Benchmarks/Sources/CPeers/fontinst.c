#define _GNU_SOURCE
#include "fontinst.h"
#include "peers.h"

#include <dlfcn.h>
#include <errno.h>
#include <grp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

// From systemd's sd-bus.h, which is not needed to build this.
typedef struct sd_bus sd_bus;
typedef struct sd_bus_message sd_bus_message;
typedef int (*signal_handler)(sd_bus_message *message, void *data, void *error);

static struct {
    int (*new)(sd_bus **bus);
    int (*set_address)(sd_bus *bus, const char *address);
    int (*set_bus_client)(sd_bus *bus, int is_client);
    int (*start)(sd_bus *bus);
    int (*match_signal)(sd_bus *bus, void **slot, const char *sender, const char *path, const char *interface,
                        const char *member, signal_handler handler, void *data);
    int (*call_method)(sd_bus *bus, const char *name, const char *path, const char *interface, const char *member,
                       void *error, sd_bus_message **reply, const char *types, ...);
    int (*call_method_async)(sd_bus *bus, void **slot, const char *name, const char *path, const char *interface,
                             const char *member, signal_handler handler, void *data, const char *types, ...);
    int (*process)(sd_bus *bus, sd_bus_message **message);
    int (*wait)(sd_bus *bus, uint64_t us);
    sd_bus *(*flush_close_unref)(sd_bus *bus);
    const char *(*message_get_member)(sd_bus_message *message);
    int (*message_enter_container)(sd_bus_message *message, char type, const char *contents);
    int (*message_exit_container)(sd_bus_message *message);
    int (*message_read)(sd_bus_message *message, const char *types, ...);
    int (*message_skip)(sd_bus_message *message, const char *types);
    sd_bus_message *(*message_unref)(sd_bus_message *message);
} bus;

static int load(void) {
    if (bus.new) return 1;
    void *library = dlopen("libsystemd.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return 0;
#define FIND(name) if (!(*(void **)&bus.name = dlsym(library, "sd_bus_" #name))) return bus.new = NULL, 0
    FIND(set_address);
    FIND(set_bus_client);
    FIND(start);
    FIND(match_signal);
    FIND(call_method);
    FIND(call_method_async);
    FIND(process);
    FIND(wait);
    FIND(flush_close_unref);
    FIND(message_get_member);
    FIND(message_enter_container);
    FIND(message_exit_container);
    FIND(message_read);
    FIND(message_skip);
    FIND(message_unref);
    FIND(new);
#undef FIND
    return 1;
}

struct style {
    char *family;
    uint32_t value;
};

struct peers_fontinst {
    sd_bus *bus;
    // Received since the last call.
    int has_status, status, families;
    // The last installation.
    int installs;
    struct style *styles;
    size_t count, room;
};

#define SERVICE "org.kde.fontinst", "/FontInst", "org.kde.fontinst"

// Every call carries a process id, and the service runs while one of these processes exists.
static int32_t self(void) { return (int32_t)getpid(); }

static void keep(struct peers_fontinst *service, const char *family, uint32_t value) {
    if (service->count == service->room) {
        size_t room = service->room ? 2 * service->room : 128;
        struct style *styles = realloc(service->styles, room * sizeof *styles);
        if (!styles) abort();
        (service->styles = styles, service->room = room);
    }
    service->styles[service->count++] = (struct style){strdup(family), value};
}

// Reads families as written by the service, up to and including their array; returns -1 for any other message.
static int read_families(struct peers_fontinst *service, sd_bus_message *message, int keeps) {
    int families = 0;
    if (bus.message_enter_container(message, 'r', "ba(sa(ubta(ssi)))") <= 0) return -1;
    if (bus.message_skip(message, "b") < 0) return -1;
    if (bus.message_enter_container(message, 'a', "(sa(ubta(ssi)))") < 0) return -1;
    while (bus.message_enter_container(message, 'r', "sa(ubta(ssi))") > 0) {
        const char *family;
        if (bus.message_read(message, "s", &family) < 0) return -1;
        if (bus.message_enter_container(message, 'a', "(ubta(ssi))") < 0) return -1;
        while (bus.message_enter_container(message, 'r', "ubta(ssi)") > 0) {
            uint32_t value;
            if (bus.message_read(message, "u", &value) < 0 || bus.message_skip(message, "bta(ssi)") < 0) return -1;
            if (keeps) keep(service, family, value);
            bus.message_exit_container(message);
        }
        bus.message_exit_container(message);
        bus.message_exit_container(message);
        families += 1;
    }
    bus.message_exit_container(message);
    bus.message_exit_container(message);
    return families;
}

static int received(sd_bus_message *message, void *data, void *error) {
    (void)error;
    struct peers_fontinst *service = data;
    const char *member = bus.message_get_member(message);
    int32_t process;
    if (strcmp(member, "status") == 0) {
        int32_t status;
        if (bus.message_read(message, "ii", &process, &status) < 0 || process != self()) return 0;
        (service->has_status = 1, service->status = status);
    } else if (strcmp(member, "fontsAdded") == 0 && service->installs) {
        read_families(service, message, 1);
    } else if (strcmp(member, "fontList") == 0) {
        if (bus.message_read(message, "i", &process) < 0 || process != self()) return 0;
        if (bus.message_enter_container(message, 'a', "(ba(sa(ubta(ssi))))") < 0) return 0;
        int families = 0, more;
        while ((more = read_families(service, message, 0)) >= 0) families += more;
        service->families = families;
    }
    return 0;
}

static int wait_until(struct peers_fontinst *service, const int *answer, int nothing) {
    int64_t deadline = peers_now() + 60000000000LL;
    while (*answer == nothing) {
        int more = bus.process(service->bus, NULL);
        if (more < 0) return -1;
        if (more > 0) continue;
        int64_t left = deadline - peers_now();
        if (left <= 0 || bus.wait(service->bus, (uint64_t)left / 1000) < 0) return -1;
    }
    return 0;
}

// Sends a call, to which the service responds with the signal `status`.
#define CALL(service, member, ...)                                                                                     \
    ((service)->has_status = 0,                                                                                        \
     bus.call_method_async((service)->bus, NULL, SERVICE, member, NULL, NULL, __VA_ARGS__) < 0 ||                      \
             wait_until(service, &(service)->has_status, 0) < 0                                                        \
         ? -1                                                                                                          \
         : (service)->status)

static int reconfigure(struct peers_fontinst *service) { return CALL(service, "reconfigure", "ib", self(), 0); }

struct peers_fontinst *peers_fontinst_open(const char *address, int64_t *start_ns) {
    if (!load()) return NULL;
    struct peers_fontinst *service = calloc(1, sizeof *service);
    if (!service) return NULL;
    int64_t start = 0;
    int is_open = bus.new(&service->bus) >= 0 && bus.set_address(service->bus, address) >= 0 &&
                  bus.set_bus_client(service->bus, 1) >= 0 && bus.start(service->bus) >= 0 &&
                  bus.match_signal(service->bus, NULL, NULL, "/FontInst", "org.kde.fontinst", NULL, received, service) >= 0;
    // Only the call for the name has a reply; the bus holds it back until the service runs.
    if (is_open) {
        start = peers_now();
        is_open = bus.call_method(service->bus, SERVICE, "folderName", NULL, NULL, "b", 0) >= 0;
    }
    if (!is_open) {
        peers_fontinst_close(service);
        return NULL;
    }
    *start_ns = peers_now() - start;
    return service;
}

int peers_fontinst_install(struct peers_fontinst *service, const char *const *files, int count, int64_t *ns) {
    for (size_t index = 0; index < service->count; index++) free(service->styles[index].family);
    service->count = 0;
    service->installs = 1;
    int64_t start = peers_now();
    int status = 0;
    // createAfm, toSystem and checkConfig are 0, as in KDE's settings for each font of a list.
    for (int index = 0; index < count && status == 0; index++) {
        status = CALL(service, "install", "sbbib", files[index], 0, 0, self(), 0);
    }
    service->installs = 0;
    if (status == 0) status = reconfigure(service);
    *ns = peers_now() - start;
    return status;
}

int peers_fontinst_change(struct peers_fontinst *service, enum peers_fontinst_change change, int64_t *ns) {
    static const char *const members[] = {"uninstall", "disable", "enable"};
    int64_t start = peers_now();
    int status = 0;
    for (size_t index = 0; index < service->count && status == 0; index++) {
        struct style *style = &service->styles[index];
        status = CALL(service, members[change], "subib", style->family, style->value, 0, self(), 0);
    }
    if (status == 0) status = reconfigure(service);
    *ns = peers_now() - start;
    return status;
}

int peers_fontinst_list(struct peers_fontinst *service, int64_t *ns) {
    service->families = -1;
    int64_t start = peers_now();
    if (bus.call_method_async(service->bus, NULL, SERVICE, "list", NULL, NULL, "ii", 0, self()) < 0) return -1;
    if (wait_until(service, &service->families, -1) < 0) return -1;
    *ns = peers_now() - start;
    return service->families;
}

// Returns the process that owns the service's name on the bus; 0 if there is none.
static pid_t service_process(struct peers_fontinst *service) {
    sd_bus_message *reply = NULL;
    uint32_t process = 0;
    if (bus.call_method(service->bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                        "GetConnectionUnixProcessID", NULL, &reply, "s", "org.kde.fontinst") < 0) {
        return 0;
    }
    if (bus.message_read(reply, "u", &process) < 0) process = 0;
    bus.message_unref(reply);
    return (pid_t)process;
}

void peers_fontinst_close(struct peers_fontinst *service) {
    if (service->bus) {
        pid_t process = service_process(service);
        if (process > 1) kill(process, SIGTERM);
        bus.flush_close_unref(service->bus);
    }
    for (size_t index = 0; index < service->count; index++) free(service->styles[index].family);
    free(service->styles);
    free(service);
}

int peers_become_nobody(void) {
    if (geteuid() != 0) return 0;
    if (setgroups(0, NULL) != 0 || setgid(65534) != 0 || setuid(65534) != 0) return errno;
    // Otherwise the files of this process in /proc would remain root's, and libraries that read them would fail.
    return prctl(PR_SET_DUMPABLE, 1) == 0 ? 0 : errno;
}
