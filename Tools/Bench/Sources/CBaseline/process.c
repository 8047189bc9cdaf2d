#if defined(__linux__)
#define _GNU_SOURCE
#include <sched.h>
#endif
#include "CBaseline.h"
#include <spawn.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static uint64_t nanoseconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

uint64_t plain_thread_nanoseconds(void) { return nanoseconds(CLOCK_THREAD_CPUTIME_ID); }

uint64_t plain_resident_bytes(void) {
#if defined(__linux__)
  unsigned long long size = 0, resident = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (file == NULL) return 0;
  if (fscanf(file, "%llu %llu", &size, &resident) != 2) resident = 0;
  fclose(file);
  return resident * (uint64_t)sysconf(_SC_PAGESIZE);
#else
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (uint64_t)usage.ru_maxrss;
#endif
}

// What getrusage says on Linux may be the peak of the process that started this one.
uint64_t plain_peak_resident_bytes(void) {
#if defined(__linux__)
  unsigned long long kibibytes = 0;
  char line[256];
  FILE *file = fopen("/proc/self/status", "r");
  if (file == NULL) return 0;
  while (fgets(line, sizeof line, file) != NULL)
    if (sscanf(line, "VmHWM: %llu kB", &kibibytes) == 1) break;
  fclose(file);
  return kibibytes * 1024;
#else
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (uint64_t)usage.ru_maxrss;
#endif
}

int plain_stay_on_one_core(void) {
#if defined(__linux__)
  cpu_set_t all, one;
  if (sched_getaffinity(0, sizeof all, &all) != 0) return 1;
  CPU_ZERO(&one);
  for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
    if (!CPU_ISSET(cpu, &all)) continue;
    CPU_SET(cpu, &one);
    return sched_setaffinity(0, sizeof one, &one);
  }
#endif
  return 1;
}

extern char **environ;

int64_t plain_run_nanoseconds(const char *path, const char *argument) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", 1, 0);
  char *const arguments[] = {(char *)path, (char *)argument, NULL};
  pid_t child = 0;
  int status = 1;
  uint64_t began = nanoseconds(CLOCK_MONOTONIC);
  int code = posix_spawnp(&child, path, &actions, NULL, arguments, environ);
  if (code == 0) waitpid(child, &status, 0);
  int64_t spent = (int64_t)(nanoseconds(CLOCK_MONOTONIC) - began);
  posix_spawn_file_actions_destroy(&actions);
  return status == 0 ? spent : -1;
}
