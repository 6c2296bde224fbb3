/* median N NAME COMMAND NAME COMMAND ...: runs the commands in turn N times, their stdout to /dev/null, and
   prints the median time of each and its ratio to the second. */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static int compare(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return a < b ? -1 : a > b;
}

static double run(const char *command) {
    char text[1024], *words[64];
    int count = 0;
    snprintf(text, sizeof text, "%s", command);
    for (char *word = strtok(text, " "); word && count < 63; word = strtok(NULL, " ")) words[count++] = word;
    words[count] = NULL;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    struct timespec start, end;
    pid_t child;
    int status;
    clock_gettime(CLOCK_MONOTONIC, &start);
    if (posix_spawnp(&child, words[0], &actions, NULL, words, environ) != 0) exit(1);
    waitpid(child, &status, 0);
    clock_gettime(CLOCK_MONOTONIC, &end);
    posix_spawn_file_actions_destroy(&actions);
    if (status != 0) {
        fprintf(stderr, "failed: %s\n", command);
        exit(1);
    }
    return (end.tv_sec - start.tv_sec) * 1e3 + (end.tv_nsec - start.tv_nsec) / 1e6;
}

int main(int argc, char **argv) {
    int runs = atoi(argv[1]), commands = (argc - 2) / 2;
    double *times = calloc((size_t)runs * commands, sizeof *times);
    for (int turn = 0; turn < runs; turn++)
        for (int index = 0; index < commands; index++) times[index * runs + turn] = run(argv[3 + 2 * index]);
    for (int index = 0; index < commands; index++) qsort(times + index * runs, runs, sizeof *times, compare);
    double base = times[(commands > 1 ? 1 : 0) * runs + runs / 2];
    for (int index = 0; index < commands; index++) {
        double median = times[index * runs + runs / 2];
        printf("%-38s %7.2f ms   %.2f\n", argv[2 + 2 * index], median, median / base);
    }
    return 0;
}
