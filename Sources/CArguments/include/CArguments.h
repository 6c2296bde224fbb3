#ifndef CARGUMENTS_H
#define CARGUMENTS_H

/* Swift's standard library calls this for the arguments of the process. Without it, the library searches
   /proc/self/maps for them each time that the program starts. glibc passes the arguments to constructors, one of which
   keeps them. The definition is weak: a Swift library that has its own replaces it. */
char **_swift_stdlib_getUnsafeArgvArgc(int *count);

#endif
