#ifndef LOADED_H
#define LOADED_H

/* Finds a function of the loaded libcurl; 0 on success. */
int ccurl_find(const char *name, void *function);

/* Opens a shared library by its name, such as libz.so.1: the system's, or else the one that was packed with this
   program, in `lib/httpcache` beside the program's `bin`. NULL where neither opens; dlerror then gives the reason.
   is_packed, unless NULL, is set to 1 for the packed library and to 0 otherwise. */
void *loaded_open(const char *name, int flags, int *is_packed);

#endif
