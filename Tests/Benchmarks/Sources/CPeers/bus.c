#define _GNU_SOURCE
#include "bus.h"
#include "peers.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>
#include <unistd.h>

#define NAME "org.fontd.FontRegistry1"
#define FONTD NAME, "/org/fontd/FontRegistry1", NAME
#define BARE "org.fontd.Bare"

struct peers_bus {
    sd_bus *bus;
};

static sd_bus *connected(const char *address) {
    sd_bus *bus = NULL;
    const char *name;
    if (sd_bus_new(&bus) < 0) return NULL;
    if (sd_bus_set_address(bus, address) < 0 || sd_bus_set_bus_client(bus, 1) < 0 ||
        sd_bus_negotiate_fds(bus, 1) < 0 || sd_bus_start(bus) < 0 || sd_bus_get_unique_name(bus, &name) < 0) {
        return sd_bus_close_unref(bus);
    }
    return bus;
}

struct peers_bus *peers_bus_open(const char *address) {
    struct peers_bus *made = malloc(sizeof *made);
    if (made && (made->bus = connected(address))) return made;
    free(made);
    return NULL;
}

void peers_bus_close(struct peers_bus *bus) {
    if (!bus) return;
    sd_bus_flush_close_unref(bus->bus);
    free(bus);
}

int32_t peers_bus_fontd(struct peers_bus *bus) {
    sd_bus_message *reply = NULL;
    uint32_t process = 0;
    if (sd_bus_call_method(bus->bus, FONTD, "Subscribe", NULL, NULL, NULL) < 0) return -1;
    if (sd_bus_call_method(bus->bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                           "GetConnectionUnixProcessID", NULL, &reply, "s", NAME) < 0) {
        return -1;
    }
    int result = sd_bus_message_read(reply, "u", &process);
    sd_bus_message_unref(reply);
    return result < 0 ? -1 : (int32_t)process;
}

int64_t peers_bus_register(struct peers_bus *bus, const char *file) {
    sd_bus_message *reply = NULL;
    int64_t start = peers_now();
    int descriptor = open(file, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return -1;
    // For a single file that fails, the reply is an error.
    int result = sd_bus_call_method(bus->bus, FONTD, "Register", NULL, &reply, "a(sh)sa{sv}", 1, file, descriptor,
                                    "persistent", 0);
    if (result >= 0) result = sd_bus_message_skip(reply, "taa{sv}");
    int64_t end = peers_now();
    sd_bus_message_unref(reply);
    close(descriptor);
    return result < 0 ? -1 : end - start;
}

int64_t peers_bus_unregister(struct peers_bus *bus, const char *file) {
    int64_t start = peers_now();
    int result =
        sd_bus_call_method(bus->bus, FONTD, "Change", NULL, NULL, "sasa{sv}", "unregister", 1, file, 0);
    return result < 0 ? -1 : peers_now() - start;
}

int64_t peers_bus_emit(struct peers_bus *bus, uint64_t number) {
    int64_t start = peers_now();
    if (sd_bus_emit_signal(bus->bus, "/", BARE, "Bare", "t", number) < 0 || sd_bus_flush(bus->bus) < 0) return -1;
    return start;
}

// MARK: Subscribers

struct reception {
    int count;
    // The signal in progress, by kind.
    struct {
        uint64_t number;
        int64_t first;
        int held;
    } present[2];
    void (*received)(enum peers_signal, uint64_t, int64_t, int64_t);
};

static int hold(struct reception *reception, enum peers_signal signal, sd_bus_message *message, const char *rest) {
    uint64_t number;
    if (sd_bus_message_read(message, "t", &number) < 0) return 0;
    if (rest && sd_bus_message_skip(message, rest) < 0) return 0;
    int64_t now = peers_now();
    if (reception->present[signal].held == 0) {
        (reception->present[signal].number = number, reception->present[signal].first = now);
    }
    if (++reception->present[signal].held < reception->count) return 0;
    reception->present[signal].held = 0;
    reception->received(signal, number, reception->present[signal].first, now);
    return 0;
}

static int change(sd_bus_message *message, void *data, sd_bus_error *error) {
    (void)error;
    return hold(data, PEERS_CHANGE, message, "aa{sv}");
}

static int bare(sd_bus_message *message, void *data, sd_bus_error *error) {
    (void)error;
    return hold(data, PEERS_BARE, message, NULL);
}

int peers_bus_subscribe(const char *address, int count, void (*ready)(void),
                        void (*received)(enum peers_signal, uint64_t, int64_t, int64_t)) {
    struct reception reception = {.count = count, .received = received};
    sd_bus **buses = calloc((size_t)count, sizeof *buses);
    struct pollfd *waiting = calloc((size_t)count, sizeof *waiting);
    if (!buses || !waiting) return -1;
    for (int index = 0; index < count; index++) {
        if (!(buses[index] = connected(address))) return -1;
        if (sd_bus_match_signal(buses[index], NULL, NAME, NULL, NAME, "FontsChanged", change, &reception) < 0) return -1;
        if (sd_bus_match_signal(buses[index], NULL, NULL, NULL, BARE, "Bare", bare, &reception) < 0) return -1;
        if (sd_bus_call_method(buses[index], FONTD, "Subscribe", NULL, NULL, NULL) < 0) return -1;
        // Messages that arrived with the replies have been read from the sockets already, so the first poll is skipped.
        waiting[index] = (struct pollfd){.fd = sd_bus_get_fd(buses[index]), .events = POLLIN, .revents = POLLIN};
    }
    ready();
    for (;;) {
        for (int index = 0; index < count; index++) {
            int result = waiting[index].revents != 0;
            while (result > 0) result = sd_bus_process(buses[index], NULL);
            if (result < 0) return -1;
        }
        if (poll(waiting, (nfds_t)count, -1) < 0) return -1;
    }
}

// MARK: Calls

struct client {
    pthread_t thread;
    pthread_barrier_t *start;
    sd_bus *bus;
    const char *name;
    int calls;
    int failures;
};

static int call(struct client *client) {
    if (!client->name) {
        return sd_bus_call_method(client->bus, NAME, "/org/fontd/FontRegistry1", "org.freedesktop.DBus.Peer", "Ping", NULL,
                                  NULL, NULL);
    }
    sd_bus_message *reply = NULL;
    int result = sd_bus_call_method(client->bus, FONTD, "Resolve", NULL, &reply, "s", client->name);
    int is_found = 0;
    if (result >= 0) result = sd_bus_message_enter_container(reply, 'a', "{sv}");
    while (result >= 0 && sd_bus_message_enter_container(reply, 'e', "sv") > 0) {
        const char *key, *status;
        result = sd_bus_message_read(reply, "s", &key);
        if (result >= 0 && strcmp(key, "status") == 0) {
            result = sd_bus_message_read(reply, "v", "s", &status);
            is_found = result >= 0 && strcmp(status, "found") == 0;
        } else if (result >= 0) {
            result = sd_bus_message_skip(reply, "v");
        }
        if (result >= 0) result = sd_bus_message_exit_container(reply);
    }
    sd_bus_message_unref(reply);
    return result >= 0 && is_found ? 0 : -1;
}

static void *make_calls(void *data) {
    struct client *client = data;
    // The first call makes fontd identify the caller, which it asks the bus for once.
    client->failures = call(client) < 0;
    pthread_barrier_wait(client->start);
    for (int index = 0; index < client->calls; index++) client->failures += call(client) < 0;
    pthread_barrier_wait(client->start);
    return NULL;
}

int64_t peers_bus_calls(const char *address, int clients, int calls, const char *name) {
    pthread_barrier_t start;
    struct client all[clients];
    int failures = 0;
    if (pthread_barrier_init(&start, NULL, (unsigned)clients + 1) != 0) return -1;
    for (int index = 0; index < clients; index++) {
        all[index] = (struct client){.start = &start, .bus = connected(address), .name = name, .calls = calls};
        if (!all[index].bus || pthread_create(&all[index].thread, NULL, make_calls, &all[index]) != 0) abort();
    }
    pthread_barrier_wait(&start);
    int64_t began = peers_now();
    pthread_barrier_wait(&start);
    int64_t ended = peers_now();
    for (int index = 0; index < clients; index++) {
        pthread_join(all[index].thread, NULL);
        sd_bus_close_unref(all[index].bus);
        failures += all[index].failures;
    }
    pthread_barrier_destroy(&start);
    return failures ? -1 : ended - began;
}
