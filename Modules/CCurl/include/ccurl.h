// Requests over HTTP with libcurl, whose options are variadic functions that Swift cannot call.
#ifndef FONTD_CCURL_H
#define FONTD_CCURL_H

#include <stddef.h>

// Receives bytes; returns whether to go on.
typedef int (*ccu_receiver)(const char *bytes, size_t length, void *context);

struct ccu_request {
    const char *url;
    // Lines of headers without line ends, ended by NULL.
    const char *const *headers;
    // Hosts that are reached without a proxy, separated by commas; NULL for those of the environment.
    const char *direct;
    // The time for everything, in milliseconds.
    long timeout;
    // A body that the server announces with more bytes is not fetched.
    long long limit;
    ccu_receiver header;
    ccu_receiver body;
    void *context;
};

enum ccu_outcome {
    CCU_DONE,
    // libcurl could not be loaded, or is too old.
    CCU_MISSING,
    CCU_TIMEOUT,
    // A receiver returned false, or the body is larger than the limit.
    CCU_STOPPED,
    CCU_FAILED,
};

struct ccu_answer {
    enum ccu_outcome outcome;
    long status;
    // The absolute address of a redirection, which is not followed; NULL if there is none. To be freed.
    char *redirect;
    // The reason of CCU_FAILED.
    char message[256];
};

// Makes a request with the method GET and waits for its end.
struct ccu_answer ccu_get(const struct ccu_request *request);

#endif
