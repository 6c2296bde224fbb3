#ifndef LOADED_H
#define LOADED_H

/* The name of a shared library with its version, such as libz.so.1. */
#ifdef __APPLE__
#define LIBRARY(name, version) "lib" name "." version ".dylib"
#else
#define LIBRARY(name, version) "lib" name ".so." version
#endif

/* Opens the first shared library of a list of names that ends with NULL. Each name stands for the system's library, or
   else for the one that was packed with this program, in `lib/httpcache` beside the program's `bin`. NULL if none
   opens; dlerror then gives the reason. is_packed, unless NULL, is set to 1 for a packed library and to 0 otherwise. */
void *loaded_open(const char *const *names, int flags, int *is_packed);

/* Finds functions of a library: pairs of a function's name and the address of a pointer to it, and NULL at the end.
   1 if the library has all of them; 0, without a search, if the library is NULL. */
int loaded_find(void *library, ...);

#endif
