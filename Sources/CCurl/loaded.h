#ifndef LOADED_H
#define LOADED_H

/* Finds a function of the loaded libcurl; 0 where it is there. */
int ccurl_find(const char *name, void *function);

#endif
