#include <sys/types.h>

/// Starts a program with three descriptors and no others, no signal blocked and SIGPIPE as usual; returns 0 or an `errno`.
///
/// `arguments` and `environment` end in a null pointer; the first argument is the program's path. `descriptors` are its
/// stdin, stdout and stderr, each above 2 in this process.
int spawn_program(
    char *_Nullable const *_Nonnull arguments, char *_Nullable const *_Nonnull environment,
    const char *_Nonnull directory, const int *_Nonnull descriptors, pid_t *_Nonnull identifier);
