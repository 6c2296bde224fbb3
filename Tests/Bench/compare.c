/* compare RUNS [PREPARE;]COMMAND ...: runs the commands in turn RUNS times, their stdout to /dev/null, and prints
   a line for each: the median time in milliseconds, the greatest peak memory in MiB, and for each command the median of
   the ratios of this one's time to its time in the same turn. What stands before a semicolon is run by a shell before
   each run, and not timed. An empty command is not run, and "-" stands for its figures; a command that fails is named
   and not run again, and "failed" stands for them. */
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

struct figures { double milliseconds, mebibytes; };

static int by_size(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* The median of what is sorted here. */
static double median(double *values, int count) {
    qsort(values, (size_t)count, sizeof *values, by_size);
    return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

/* Runs a command; says whether that could be done, and why not on stderr. */
static bool run(const char *command, struct figures *figures) {
    char text[4096], *words[128];
    int count = 0, status;
    const char *timed = strchr(command, ';');
    if (timed) {
        snprintf(text, sizeof text, "%.*s", (int)(timed - command), command);
        if (system(text) != 0) {
            fprintf(stderr, "could not prepare: %s\n", text);
            return false;
        }
        command = timed + 1;
    }
    snprintf(text, sizeof text, "%s", command);
    for (char *word = strtok(text, " "); word && count < 127; word = strtok(NULL, " ")) words[count++] = word;
    words[count] = NULL;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    struct timespec start, end;
    struct rusage usage;
    pid_t child;
    clock_gettime(CLOCK_MONOTONIC, &start);
    int error = posix_spawnp(&child, words[0], &actions, NULL, words, environ);
    if (error == 0) wait4(child, &status, 0, &usage);
    clock_gettime(CLOCK_MONOTONIC, &end);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0 || status != 0) {
        fprintf(stderr, "%s: %s\n", error != 0 ? strerror(error) : "failed", command);
        return false;
    }
    double seconds = (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) / 1e9;
    *figures = (struct figures){seconds * 1e3, (double)usage.ru_maxrss / 1024};
    return true;
}

int main(int argc, char **argv) {
    int runs = argc > 1 ? atoi(argv[1]) : 0, commands = argc - 2;
    if (runs < 1 || commands < 1) return 2;
    double *times = calloc((size_t)runs * (size_t)commands, sizeof *times);
    double *memory = calloc((size_t)commands, sizeof *memory);
    double *values = calloc((size_t)runs, sizeof *values);
    /* What stands for the figures of a command that has none. */
    const char **without = calloc((size_t)commands, sizeof *without);
    if (!times || !memory || !values || !without) return 1;
    for (int index = 0; index < commands; index++) without[index] = *argv[2 + index] ? NULL : "-";
    for (int turn = 0; turn < runs; turn++) {
        for (int index = 0; index < commands; index++) {
            struct figures figures;
            if (without[index]) continue;
            if (!run(argv[2 + index], &figures)) {
                without[index] = "failed";
                continue;
            }
            times[index * runs + turn] = figures.milliseconds;
            if (figures.mebibytes > memory[index]) memory[index] = figures.mebibytes;
        }
    }
    for (int index = 0; index < commands; index++) {
        if (without[index]) {
            printf("%s\n", without[index]);
            continue;
        }
        const double *own = times + index * runs;
        memcpy(values, own, (size_t)runs * sizeof *values);
        printf("%.3f %.1f", median(values, runs), memory[index]);
        for (int other = 0; other < commands; other++) {
            if (without[other]) {
                printf(" %s", without[other]);
                continue;
            }
            for (int turn = 0; turn < runs; turn++) values[turn] = own[turn] / times[other * runs + turn];
            printf(" %.4f", median(values, runs));
        }
        printf("\n");
    }
    return 0;
}
