#define _GNU_SOURCE
#include "loaded.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/auxv.h>
#endif

#ifdef __linux__
/* The path of a library that was packed with the program; 0 where the program's own path is unknown. */
static int packed_path(const char *name, char *path, size_t capacity) {
    char program[PATH_MAX];
    /* Where /proc is not mounted, as in a chroot, take the path by which the program was started. */
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

void *loaded_open(const char *name, int flags, int *is_packed) {
    if (is_packed) *is_packed = 0;
    void *library = dlopen(name, flags);
#ifdef __linux__
    char path[PATH_MAX + 64];
    if (!library && packed_path(name, path, sizeof path)) {
        library = dlopen(path, flags);
        if (is_packed) *is_packed = library != NULL;
    }
#endif
    return library;
}
