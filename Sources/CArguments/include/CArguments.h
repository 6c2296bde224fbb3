#ifndef CARGUMENTS_H
#define CARGUMENTS_H

/* Swift's own library calls this for the arguments of the process. Without it, it searches /proc/self/maps for them in
   each process, before the program begins. glibc gives the arguments to constructors, one of which keeps them here.
   The definition is weak: a Swift library with its own replaces it. */
char **_swift_stdlib_getUnsafeArgvArgc(int *count);

#endif
