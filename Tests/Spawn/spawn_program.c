#define _GNU_SOURCE
#include "spawn_program.h"

#include <signal.h>
#include <spawn.h>

int spawn_program(
    char *const *arguments, char *const *environment, const char *directory, const int *descriptors,
    pid_t *identifier) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_addchdir_np(&actions, directory);
  for (int target = 0; target < 3; target += 1) {
    posix_spawn_file_actions_adddup2(&actions, descriptors[target], target);
  }
  // Sockets and pipes of other tests must not stay open in this program.
#ifdef __APPLE__
  short flags = POSIX_SPAWN_CLOEXEC_DEFAULT;
#else
  short flags = 0;
  posix_spawn_file_actions_addclosefrom_np(&actions, 3);
#endif
  // A thread that runs tests blocks signals, and a shell lets a job in its background ignore some: what is started would
  // inherit both.
  sigset_t none, usual;
  sigemptyset(&none);
  sigemptyset(&usual);
  const int expected[] = {SIGPIPE, SIGINT, SIGQUIT, SIGHUP, SIGTERM};
  for (unsigned index = 0; index < sizeof expected / sizeof *expected; index += 1) {
    sigaddset(&usual, expected[index]);
  }
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  posix_spawnattr_setflags(&attributes, flags | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  int failure = posix_spawn(identifier, arguments[0], &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}
