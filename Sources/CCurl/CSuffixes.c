#include "CSuffixes.h"
#include "loaded.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

static const void *list;
static int (*is_acceptable)(const void *, const char *, const char *);

static void load(void) {
    static const char *const names[] = {
        LIBRARY("psl", "5"),
#ifdef __APPLE__
        "/opt/homebrew/opt/libpsl/lib/libpsl.5.dylib",
#endif
        NULL,
    };
    const void *(*latest)(const char *);
    const void *(*builtin)(void);
    loaded_find(loaded_open(names, RTLD_LAZY | RTLD_LOCAL, NULL), "psl_latest", &latest, "psl_builtin", &builtin,
                "psl_is_cookie_domain_acceptable", &is_acceptable, NULL);
    if (!is_acceptable) return;
    list = latest ? latest(NULL) : NULL;
    if (!list && builtin) list = builtin();
}

int csuffixes_accept(const char *host, const char *domain) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return list ? is_acceptable(list, host, domain) != 0 : -1;
}
