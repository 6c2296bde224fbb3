#ifndef CARGUMENTS_H
#define CARGUMENTS_H

/* What Swift's own library asks for the arguments of the process, and otherwise looks for in /proc/self/maps, in every
   process, before the program begins. glibc gives them to constructors. Weak: a Swift that brings its own wins. */
char **_swift_stdlib_getUnsafeArgvArgc(int *count);

#endif
