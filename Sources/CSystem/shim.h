/// The C library of every system: Swift calls it Glibc, Musl or Darwin, and the sources import it by this one name.
///
/// Swift can't import a variadic function or a macro with a cast. Swift's module for Darwin defines replacements; this
/// file defines them under the same names for the other systems. Where the systems' declarations differ, one function
/// here serves all.
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#ifndef __APPLE__
#define CSYSTEM_NAME(name) __attribute__((swift_name(name)))

CSYSTEM_NAME("getter:errno()") static inline int csystem_errno(void) { return errno; }

CSYSTEM_NAME("open(_:_:)") static inline int csystem_open(const char *path, int flags) { return open(path, flags); }

CSYSTEM_NAME("open(_:_:_:)") static inline int csystem_create(const char *path, int flags, mode_t mode) {
  return open(path, flags, mode);
}

CSYSTEM_NAME("fcntl(_:_:)") static inline int csystem_flags(int descriptor, int command) {
  return fcntl(descriptor, command);
}

CSYSTEM_NAME("fcntl(_:_:_:)") static inline int csystem_set_flags(int descriptor, int command, int value) {
  return fcntl(descriptor, command, value);
}

CSYSTEM_NAME("ioctl(_:_:_:)") static inline int csystem_control(int descriptor, unsigned long request, void *value) {
  return ioctl(descriptor, request, value);
}

CSYSTEM_NAME("S_IFMT") static const mode_t csystem_format = S_IFMT;
CSYSTEM_NAME("S_IFREG") static const mode_t csystem_regular = S_IFREG;
CSYSTEM_NAME("S_IFDIR") static const mode_t csystem_directory = S_IFDIR;

typedef void (*csystem_handler)(int);
CSYSTEM_NAME("SIG_DFL") static const csystem_handler csystem_default = SIG_DFL;
CSYSTEM_NAME("SIG_IGN") static const csystem_handler csystem_ignore = SIG_IGN;
#endif

/// When a file was last written to.
static inline struct timespec csystem_modified(const struct stat *info) {
#ifdef __APPLE__
  return info->st_mtimespec;
#else
  return info->st_mtim;
#endif
}

/// Installs a signal handler without `SA_RESTART`: a waiting system call returns `EINTR` after the handler has run.
static inline void csystem_handle(int number, void (*handler)(int)) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  sigaction(number, &action, 0);
}

/// Whether a signal is ignored, as the process that started this one may have made it.
static inline int csystem_is_ignored(int number) {
  struct sigaction action;
  return sigaction(number, 0, &action) == 0 && action.sa_handler == SIG_IGN;
}

/// Starts a thread; returns 0, or an `errno`.
///
/// Systems declare `pthread_create` with and without nullable pointers, and `pthread_t` as a number or as a pointer;
/// here a thread is a number.
static inline int csystem_start_thread(
    uintptr_t *_Nonnull thread, void *_Nullable (*_Nonnull run)(void *_Nonnull), void *_Nonnull context) {
  pthread_t started;
  int code = pthread_create(&started, 0, run, context);
  if (code == 0) *thread = (uintptr_t)started;
  return code;
}

/// Waits for a thread's end.
static inline void csystem_join_thread(uintptr_t thread) { pthread_join((pthread_t)thread, 0); }

/// Detaches a thread: the system frees it at its end, and nothing joins it.
static inline void csystem_detach_thread(uintptr_t thread) { pthread_detach((pthread_t)thread); }

/// The calling thread.
static inline uintptr_t csystem_current_thread(void) { return (uintptr_t)pthread_self(); }

/// Sends a signal to a thread of this process.
static inline void csystem_signal_thread(uintptr_t thread, int number) { pthread_kill((pthread_t)thread, number); }
