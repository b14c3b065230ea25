#include "ccurl.h"

#include <curl/curl.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// The functions of libcurl, which is loaded with the first request, so that programs without one do not need it.
static struct {
    CURL *(*easy_init)(void);
    CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
    CURLcode (*easy_perform)(CURL *);
    CURLcode (*easy_getinfo)(CURL *, CURLINFO, ...);
    void (*easy_cleanup)(CURL *);
    const char *(*easy_strerror)(CURLcode);
    struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
    void (*slist_free_all)(struct curl_slist *);
} api;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_loaded;

static void load(void) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    // The same interface with another library for TLS.
    if (library == NULL) library = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    CURLcode (*global_init)(long) = (CURLcode(*)(long))dlsym(library, "curl_global_init");
    api.easy_init = (CURL * (*)(void)) dlsym(library, "curl_easy_init");
    api.easy_setopt = (CURLcode(*)(CURL *, CURLoption, ...))dlsym(library, "curl_easy_setopt");
    api.easy_perform = (CURLcode(*)(CURL *))dlsym(library, "curl_easy_perform");
    api.easy_getinfo = (CURLcode(*)(CURL *, CURLINFO, ...))dlsym(library, "curl_easy_getinfo");
    api.easy_cleanup = (void (*)(CURL *))dlsym(library, "curl_easy_cleanup");
    api.easy_strerror = (const char *(*)(CURLcode))dlsym(library, "curl_easy_strerror");
    api.slist_append = (struct curl_slist * (*)(struct curl_slist *, const char *)) dlsym(library, "curl_slist_append");
    api.slist_free_all = (void (*)(struct curl_slist *))dlsym(library, "curl_slist_free_all");
    is_loaded = global_init != NULL && api.easy_init != NULL && api.easy_setopt != NULL && api.easy_perform != NULL
        && api.easy_getinfo != NULL && api.easy_cleanup != NULL && api.easy_strerror != NULL
        && api.slist_append != NULL && api.slist_free_all != NULL && global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

static size_t receive_header(char *bytes, size_t size, size_t count, void *context) {
    const struct ccu_request *request = context;
    return request->header(bytes, size * count, request->context) ? size * count : 0;
}

static size_t receive_body(char *bytes, size_t size, size_t count, void *context) {
    const struct ccu_request *request = context;
    return request->body(bytes, size * count, request->context) ? size * count : 0;
}

// Sets the options; one that this libcurl lacks is an error, since most of them are limits.
static CURLcode prepare(CURL *handle, const struct ccu_request *request, struct curl_slist *headers, char *message) {
    CURLcode code = CURLE_OK;
#define SET(option, value) if (code == CURLE_OK) code = api.easy_setopt(handle, option, value)
    SET(CURLOPT_ERRORBUFFER, message);
    SET(CURLOPT_PROTOCOLS_STR, "http,https");
    SET(CURLOPT_FOLLOWLOCATION, 0L);
    SET(CURLOPT_URL, request->url);
    SET(CURLOPT_HTTPHEADER, headers);
    // All encodings that libcurl has; the limit holds for decoded bytes.
    SET(CURLOPT_ACCEPT_ENCODING, "");
    SET(CURLOPT_USERAGENT, "fontd");
    SET(CURLOPT_NOSIGNAL, 1L);
    SET(CURLOPT_TIMEOUT_MS, request->timeout);
    SET(CURLOPT_MAXFILESIZE_LARGE, (curl_off_t)request->limit);
    if (request->direct != NULL) SET(CURLOPT_NOPROXY, request->direct);
    SET(CURLOPT_HEADERFUNCTION, receive_header);
    SET(CURLOPT_HEADERDATA, (void *)request);
    SET(CURLOPT_WRITEFUNCTION, receive_body);
    SET(CURLOPT_WRITEDATA, (void *)request);
#undef SET
    return code;
}

struct ccu_answer ccu_get(const struct ccu_request *request) {
    struct ccu_answer answer = {.outcome = CCU_MISSING};
    pthread_once(&once, load);
    CURL *handle = is_loaded ? api.easy_init() : NULL;
    if (handle == NULL) return answer;
    char message[CURL_ERROR_SIZE] = "";
    struct curl_slist *headers = NULL;
    CURLcode code = CURLE_OK;
    for (const char *const *line = request->headers; *line != NULL && code == CURLE_OK; line++) {
        struct curl_slist *longer = api.slist_append(headers, *line);
        if (longer == NULL) code = CURLE_OUT_OF_MEMORY;
        else headers = longer;
    }
    if (code == CURLE_OK) code = prepare(handle, request, headers, message);
    if (code == CURLE_OK) code = api.easy_perform(handle);
    switch (code) {
    case CURLE_OK: answer.outcome = CCU_DONE; break;
    case CURLE_UNKNOWN_OPTION:
    case CURLE_NOT_BUILT_IN: answer.outcome = CCU_MISSING; break;
    case CURLE_OPERATION_TIMEDOUT: answer.outcome = CCU_TIMEOUT; break;
    case CURLE_WRITE_ERROR:
    case CURLE_FILESIZE_EXCEEDED: answer.outcome = CCU_STOPPED; break;
    default: answer.outcome = CCU_FAILED;
    }
    const char *reason = message[0] != 0 ? message : api.easy_strerror(code);
    strncpy(answer.message, reason, sizeof answer.message - 1);
    if (answer.outcome == CCU_DONE) {
        char *redirect = NULL;
        if (api.easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &answer.status) != CURLE_OK) answer.status = 0;
        if (api.easy_getinfo(handle, CURLINFO_REDIRECT_URL, &redirect) == CURLE_OK && redirect != NULL)
            answer.redirect = strdup(redirect);
    }
    api.easy_cleanup(handle);
    api.slist_free_all(headers);
    return answer;
}
