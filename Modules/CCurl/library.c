#include "library.h"

#include <dlfcn.h>
#include <pthread.h>

static struct ccu_library api;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int is_loaded;

static void load(void) {
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    // The same interface with another library for TLS.
    if (library == NULL) library = dlopen("libcurl-gnutls.so.4", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) return;
    CURLcode (*global_init)(long) = (CURLcode(*)(long))dlsym(library, "curl_global_init");
    int is_complete = global_init != NULL;
#define FIND(name) is_complete &= (*(void **)&api.name = dlsym(library, "curl_" #name)) != NULL
    FIND(easy_init);
    FIND(easy_setopt);
    FIND(easy_perform);
    FIND(easy_getinfo);
    FIND(easy_pause);
    FIND(easy_cleanup);
    FIND(easy_strerror);
    FIND(slist_append);
    FIND(slist_free_all);
    FIND(multi_init);
    FIND(multi_setopt);
    FIND(multi_add_handle);
    FIND(multi_remove_handle);
    FIND(multi_perform);
    FIND(multi_poll);
    FIND(multi_info_read);
#undef FIND
    is_loaded = is_complete && global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK;
}

const struct ccu_library *ccu_library(void) {
    pthread_once(&once, load);
    return is_loaded ? &api : NULL;
}
