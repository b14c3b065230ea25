// Several transfers at once with libcurl's multi interface, all on the thread that calls these functions.
#ifndef FONTD_CCURL_TRANSFERS_H
#define FONTD_CCURL_TRANSFERS_H

#include <stddef.h>

// The transfers of a process and their connections.
struct ccu_pool;
struct ccu_transfer;

enum ccu_taken {
    CCU_TAKE,
    // Stops the transfer.
    CCU_STOP,
    // The bytes were not taken; they are given again after ccu_resume.
    CCU_PAUSE,
};

typedef enum ccu_taken (*ccu_taker)(const char *bytes, size_t length, void *context);

struct ccu_order {
    const char *url;
    // Lines of headers without line ends, ended by NULL.
    const char *const *headers;
    // Whether the server may compress the body with gzip.
    int is_compressible;
    // The seconds within which a connection is made, and after which a transfer below a speed in bytes per second ends.
    long patience;
    long speed;
    // Each line of the headers of a response, of which there may be several; and parts of the body.
    ccu_taker header;
    ccu_taker body;
    void *context;
};

// The reason for which a transfer ended.
enum ccu_end {
    CCU_END_DONE,
    // A receiver stopped it.
    CCU_END_STOPPED,
    // There is no connection to the server, or its name has no address.
    CCU_END_UNREACHABLE,
    // The server or the proxy does not prove its identity.
    CCU_END_TLS,
    CCU_END_PROXY,
    // No connection was made in time.
    CCU_END_LATE,
    // It was too slow.
    CCU_END_STALLED,
    // The connection ended early, or what arrived cannot be understood.
    CCU_END_CUT,
    // A compressed body is damaged.
    CCU_END_DAMAGED,
};

struct ccu_ended {
    struct ccu_transfer *transfer;
    void *context;
    enum ccu_end end;
    long status;
    // The absolute address of a redirection, which is not followed; NULL if there is none. It is valid until the transfer is
    // released or starts again.
    const char *redirect;
    // The words of libcurl for the reason.
    const char *message;
};

// Loads libcurl and returns a pool; NULL if libcurl is missing or too old.
//
// `certificates` is a file with the certificates of trusted authorities and `folder` one with such files, each NULL for those
// of the system; `direct` are the hosts without a proxy, NULL for those of the environment.
struct ccu_pool *ccu_pool_make(const char *certificates, const char *folder, const char *direct);

// Starts a transfer; returns NULL if it cannot be started.
struct ccu_transfer *ccu_start(struct ccu_pool *pool, const struct ccu_order *order);

// Starts an ended transfer again with another address; returns whether it started.
int ccu_restart(struct ccu_transfer *transfer, const char *url);

// Continues after CCU_PAUSE; the receiver may be called meanwhile.
void ccu_resume(struct ccu_transfer *transfer);

// The seconds of a response's header Retry-After; 0 if there is none.
long ccu_retry_after(struct ccu_transfer *transfer);

// Ends a transfer, which may still run. Not to be called by a receiver.
void ccu_release(struct ccu_transfer *transfer);

// Waits until there is something to do, at most for a time in milliseconds, and does it. Returns whether a socket can be
// read; -1 if libcurl failed.
int ccu_pool_work(struct ccu_pool *pool, int socket, int timeout);

// Takes a transfer that ended; returns whether there is one.
int ccu_pool_next(struct ccu_pool *pool, struct ccu_ended *ended);

#endif
