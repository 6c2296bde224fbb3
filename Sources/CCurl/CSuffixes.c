#include "CSuffixes.h"
#include "loaded.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static const void *list;
static int (*is_acceptable)(const void *, const char *, const char *);

static void load(void) {
#ifdef __APPLE__
    static const char *const names[] = {"libpsl.5.dylib", "/opt/homebrew/opt/libpsl/lib/libpsl.5.dylib"};
#else
    static const char *const names[] = {"libpsl.so.5"};
#endif
    void *library = NULL;
    for (size_t index = 0; !library && index < sizeof names / sizeof *names; index++) {
        library = loaded_open(names[index], RTLD_LAZY | RTLD_LOCAL, NULL);
    }
    if (!library) return;
    const void *(*latest)(const char *);
    const void *(*builtin)(void);
    void *symbols[] = {
        dlsym(library, "psl_latest"), dlsym(library, "psl_builtin"), dlsym(library, "psl_is_cookie_domain_acceptable"),
    };
    memcpy(&latest, &symbols[0], sizeof latest);
    memcpy(&builtin, &symbols[1], sizeof builtin);
    memcpy(&is_acceptable, &symbols[2], sizeof is_acceptable);
    if (!is_acceptable) return;
    list = latest ? latest(NULL) : NULL;
    if (!list && builtin) list = builtin();
}

int csuffixes_accept(const char *host, const char *domain) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return list ? is_acceptable(list, host, domain) != 0 : -1;
}
