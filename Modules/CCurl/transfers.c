#include "ccurl_transfers.h"
#include "library.h"

#include <stdlib.h>
#include <string.h>

struct ccu_pool {
    const struct ccu_library *api;
    CURLM *multi;
    char *certificates, *folder, *direct;
};

struct ccu_transfer {
    struct ccu_pool *pool;
    CURL *handle;
    struct curl_slist *headers;
    struct ccu_order order;
    int is_added;
    char message[CURL_ERROR_SIZE];
};

static char *copy(const char *text) { return text != NULL && *text != 0 ? strdup(text) : NULL; }

struct ccu_pool *ccu_pool_make(const char *certificates, const char *folder, const char *direct) {
    const struct ccu_library *api = ccu_library();
    struct ccu_pool *pool = api != NULL ? calloc(1, sizeof *pool) : NULL;
    if (pool == NULL) return NULL;
    *pool = (struct ccu_pool){api, api->multi_init(), copy(certificates), copy(folder), copy(direct)};
    if (pool->multi == NULL) return NULL;
    // A transfer that is paused would hold up those that share its connection. There is no limit to connections, since the
    // time of those that wait for one would pass.
    api->multi_setopt(pool->multi, CURLMOPT_PIPELINING, (long)CURLPIPE_NOTHING);
    return pool;
}

static size_t given(enum ccu_taken taken, size_t length) {
    switch (taken) {
    case CCU_TAKE: return length;
    case CCU_PAUSE: return CURL_WRITEFUNC_PAUSE;
    default: return length == 0 ? 1 : 0;
    }
}

static size_t receive_header(char *bytes, size_t size, size_t count, void *context) {
    struct ccu_transfer *transfer = context;
    return given(transfer->order.header(bytes, size * count, transfer->order.context), size * count);
}

static size_t receive_body(char *bytes, size_t size, size_t count, void *context) {
    struct ccu_transfer *transfer = context;
    return given(transfer->order.body(bytes, size * count, transfer->order.context), size * count);
}

// Sets the options; one that this libcurl lacks is an error, since most of them are limits.
static CURLcode prepare(struct ccu_transfer *transfer, const struct ccu_order *order) {
    const struct ccu_pool *pool = transfer->pool;
    CURLcode code = CURLE_OK;
#define SET(option, value) if (code == CURLE_OK) code = pool->api->easy_setopt(transfer->handle, option, value)
    SET(CURLOPT_ERRORBUFFER, transfer->message);
    SET(CURLOPT_PRIVATE, (void *)transfer);
    SET(CURLOPT_PROTOCOLS_STR, "http,https");
    SET(CURLOPT_FOLLOWLOCATION, 0L);
    SET(CURLOPT_URL, order->url);
    SET(CURLOPT_HTTPHEADER, transfer->headers);
    SET(CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
    // One encoding only, whose decoder expands what is read at once by a limited factor.
    if (order->is_compressible) SET(CURLOPT_ACCEPT_ENCODING, "gzip");
    SET(CURLOPT_BUFFERSIZE, order->is_compressible ? 16384L : 65536L);
    SET(CURLOPT_USERAGENT, "fontd");
    SET(CURLOPT_NOSIGNAL, 1L);
    SET(CURLOPT_CONNECTTIMEOUT, order->patience);
    SET(CURLOPT_LOW_SPEED_TIME, order->patience);
    SET(CURLOPT_LOW_SPEED_LIMIT, order->speed);
    SET(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    if (pool->direct != NULL) SET(CURLOPT_NOPROXY, pool->direct);
    if (pool->certificates != NULL) {
        SET(CURLOPT_CAINFO, pool->certificates);
        SET(CURLOPT_PROXY_CAINFO, pool->certificates);
    }
    if (pool->folder != NULL) {
        SET(CURLOPT_CAPATH, pool->folder);
        SET(CURLOPT_PROXY_CAPATH, pool->folder);
    }
    SET(CURLOPT_HEADERFUNCTION, receive_header);
    SET(CURLOPT_HEADERDATA, (void *)transfer);
    SET(CURLOPT_WRITEFUNCTION, receive_body);
    SET(CURLOPT_WRITEDATA, (void *)transfer);
#undef SET
    return code;
}

static int add(struct ccu_transfer *transfer) {
    transfer->message[0] = 0;
    transfer->is_added = transfer->pool->api->multi_add_handle(transfer->pool->multi, transfer->handle) == CURLM_OK;
    return transfer->is_added;
}

static void take_out(struct ccu_transfer *transfer) {
    if (transfer->is_added) transfer->pool->api->multi_remove_handle(transfer->pool->multi, transfer->handle);
    transfer->is_added = 0;
}

struct ccu_transfer *ccu_start(struct ccu_pool *pool, const struct ccu_order *order) {
    struct ccu_transfer *transfer = calloc(1, sizeof *transfer);
    if (transfer == NULL) return NULL;
    transfer->pool = pool;
    transfer->handle = pool->api->easy_init();
    int is_ready = transfer->handle != NULL;
    for (const char *const *line = order->headers; is_ready && *line != NULL; line++) {
        struct curl_slist *longer = pool->api->slist_append(transfer->headers, *line);
        if (longer == NULL) is_ready = 0;
        else transfer->headers = longer;
    }
    transfer->order = *order;
    // libcurl has copies of these.
    transfer->order.url = NULL;
    transfer->order.headers = NULL;
    if (is_ready && prepare(transfer, order) == CURLE_OK && add(transfer)) return transfer;
    ccu_release(transfer);
    return NULL;
}

int ccu_restart(struct ccu_transfer *transfer, const char *url) {
    take_out(transfer);
    return transfer->pool->api->easy_setopt(transfer->handle, CURLOPT_URL, url) == CURLE_OK && add(transfer);
}

void ccu_resume(struct ccu_transfer *transfer) { transfer->pool->api->easy_pause(transfer->handle, CURLPAUSE_CONT); }

long ccu_retry_after(struct ccu_transfer *transfer) {
    curl_off_t seconds = 0;
    if (transfer->pool->api->easy_getinfo(transfer->handle, CURLINFO_RETRY_AFTER, &seconds) != CURLE_OK) return 0;
    return (long)seconds;
}

void ccu_release(struct ccu_transfer *transfer) {
    take_out(transfer);
    if (transfer->handle != NULL) transfer->pool->api->easy_cleanup(transfer->handle);
    transfer->pool->api->slist_free_all(transfer->headers);
    free(transfer);
}

int ccu_pool_work(struct ccu_pool *pool, int socket, int timeout) {
    struct curl_waitfd other = {.fd = socket, .events = CURL_WAIT_POLLIN};
    int running;
    // A transfer that was just added or resumed ends the wait at once.
    if (pool->api->multi_poll(pool->multi, &other, 1, timeout, NULL) != CURLM_OK) return -1;
    if (pool->api->multi_perform(pool->multi, &running) != CURLM_OK) return -1;
    return other.revents != 0;
}

// Whether a proxy refused to lead to the server.
static int is_of_proxy(const struct ccu_transfer *transfer) {
    long status = 0;
    transfer->pool->api->easy_getinfo(transfer->handle, CURLINFO_HTTP_CONNECTCODE, &status);
    return status != 0 && status / 100 != 2;
}

static enum ccu_end end_of(const struct ccu_transfer *transfer, CURLcode code) {
    curl_off_t sent = 0;
    switch (code) {
    case CURLE_OK: return CCU_END_DONE;
    case CURLE_WRITE_ERROR: return CCU_END_STOPPED;
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_PROXY: return CCU_END_PROXY;
    case CURLE_URL_MALFORMAT:
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_CONNECT: return CCU_END_UNREACHABLE;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_ENGINE_NOTFOUND:
    case CURLE_SSL_ENGINE_SETFAILED:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CRL_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
    case CURLE_SSL_INVALIDCERTSTATUS: return CCU_END_TLS;
    case CURLE_BAD_CONTENT_ENCODING: return CCU_END_DAMAGED;
    case CURLE_OPERATION_TIMEDOUT:
        transfer->pool->api->easy_getinfo(transfer->handle, CURLINFO_PRETRANSFER_TIME_T, &sent);
        return sent > 0 ? CCU_END_STALLED : CCU_END_LATE;
    default: return is_of_proxy(transfer) ? CCU_END_PROXY : CCU_END_CUT;
    }
}

int ccu_pool_next(struct ccu_pool *pool, struct ccu_ended *ended) {
    int left;
    CURLMsg *message;
    do { message = pool->api->multi_info_read(pool->multi, &left); } while (message != NULL && message->msg != CURLMSG_DONE);
    if (message == NULL) return 0;
    struct ccu_transfer *transfer = NULL;
    // The message is gone with the handle's removal.
    CURLcode code = message->data.result;
    CURL *handle = message->easy_handle;
    pool->api->easy_getinfo(handle, CURLINFO_PRIVATE, (char **)&transfer);
    take_out(transfer);
    *ended = (struct ccu_ended){.transfer = transfer, .context = transfer->order.context, .end = end_of(transfer, code)};
    ended->message = transfer->message[0] != 0 ? transfer->message : pool->api->easy_strerror(code);
    char *redirect = NULL;
    pool->api->easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &ended->status);
    if (code == CURLE_OK) pool->api->easy_getinfo(handle, CURLINFO_REDIRECT_URL, &redirect);
    ended->redirect = redirect;
    return 1;
}
