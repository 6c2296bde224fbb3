#define _GNU_SOURCE
#include "loaded.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/auxv.h>
#endif

#ifdef __linux__
/* The path of a library that was packed with the program; 0 if the program's own path is unknown. */
static int packed_path(const char *name, char *path, size_t capacity) {
    char program[PATH_MAX];
    /* If /proc is not mounted, as in a chroot, take the path by which the program was started. */
    const char *started = (const char *)getauxval(AT_EXECFN);
    if (!realpath("/proc/self/exe", program) && !(started && realpath(started, program))) return 0;
    for (int level = 0; level < 2; level++) {
        char *slash = strrchr(program, '/');
        if (!slash) return 0;
        *slash = 0;
    }
    int written = snprintf(path, capacity, "%s/lib/httpcache/%s", program, name);
    return written > 0 && (size_t)written < capacity && access(path, F_OK) == 0;
}
#endif

void *loaded_open(const char *const *names, int flags, int *is_packed) {
    void *library = NULL;
    if (is_packed) *is_packed = 0;
    for (; !library && *names; names++) {
        library = dlopen(*names, flags);
#ifdef __linux__
        char path[PATH_MAX + 64];
        if (!library && packed_path(*names, path, sizeof path)) {
            library = dlopen(path, flags);
            if (is_packed) *is_packed = library != NULL;
        }
#endif
    }
    return library;
}

int loaded_find(void *library, ...) {
    int has_all = 1;
    if (!library) return 0;
    va_list functions;
    va_start(functions, library);
    for (const char *function; (function = va_arg(functions, const char *));) {
        void *symbol = dlsym(library, function);
        memcpy(va_arg(functions, void *), &symbol, sizeof symbol);
        if (!symbol) has_all = 0;
    }
    va_end(functions);
    return has_all;
}
