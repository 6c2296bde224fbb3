#ifndef LOADED_H
#define LOADED_H

/* Finds a function of the loaded libcurl; 0 where it is there. */
int ccurl_find(const char *name, void *function);

/* Opens a shared library by its name, such as libz.so.1: the system's, else the one that was packed with this program, in
   `lib/httpcache` beside the `bin` that holds it. NULL where neither opens; dlerror then speaks of the system's.
   is_packed, unless NULL, says which one it is. */
void *loaded_open(const char *name, int flags, int *is_packed);

#endif
