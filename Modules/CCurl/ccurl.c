#include "ccurl.h"

#include "library.h"

#include <stdlib.h>
#include <string.h>

static size_t receive_header(char *bytes, size_t size, size_t count, void *context) {
    const struct ccu_request *request = context;
    return request->header(bytes, size * count, request->context) ? size * count : 0;
}

static size_t receive_body(char *bytes, size_t size, size_t count, void *context) {
    const struct ccu_request *request = context;
    return request->body(bytes, size * count, request->context) ? size * count : 0;
}

// Sets the options; one that this libcurl lacks is an error, since most of them are limits.
static CURLcode prepare(
    const struct ccu_library *api, CURL *handle, const struct ccu_request *request, struct curl_slist *headers,
    char *message) {
    CURLcode code = CURLE_OK;
#define SET(option, value) if (code == CURLE_OK) code = api->easy_setopt(handle, option, value)
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
    const struct ccu_library *api = ccu_library();
    CURL *handle = api != NULL ? api->easy_init() : NULL;
    if (handle == NULL) return answer;
    char message[CURL_ERROR_SIZE] = "";
    struct curl_slist *headers = NULL;
    CURLcode code = CURLE_OK;
    for (const char *const *line = request->headers; *line != NULL && code == CURLE_OK; line++) {
        struct curl_slist *longer = api->slist_append(headers, *line);
        if (longer == NULL) code = CURLE_OUT_OF_MEMORY;
        else headers = longer;
    }
    if (code == CURLE_OK) code = prepare(api, handle, request, headers, message);
    if (code == CURLE_OK) code = api->easy_perform(handle);
    switch (code) {
    case CURLE_OK: answer.outcome = CCU_DONE; break;
    case CURLE_UNKNOWN_OPTION:
    case CURLE_NOT_BUILT_IN: answer.outcome = CCU_MISSING; break;
    case CURLE_OPERATION_TIMEDOUT: answer.outcome = CCU_TIMEOUT; break;
    case CURLE_WRITE_ERROR:
    case CURLE_FILESIZE_EXCEEDED: answer.outcome = CCU_STOPPED; break;
    default: answer.outcome = CCU_FAILED;
    }
    const char *reason = message[0] != 0 ? message : api->easy_strerror(code);
    strncpy(answer.message, reason, sizeof answer.message - 1);
    if (answer.outcome == CCU_DONE) {
        char *redirect = NULL;
        if (api->easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &answer.status) != CURLE_OK) answer.status = 0;
        if (api->easy_getinfo(handle, CURLINFO_REDIRECT_URL, &redirect) == CURLE_OK && redirect != NULL)
            answer.redirect = strdup(redirect);
    }
    api->easy_cleanup(handle);
    api->slist_free_all(headers);
    return answer;
}
