#pragma once
#include <getopt.h>
#include <stddef.h>
#include <sys/resource.h>

// The globals of getopt, which Swift may not touch by name.
static inline const char *relay_option_argument(void) { return optarg; }
static inline int relay_option_index(void) { return optind; }
static inline int relay_option_refused(void) { return optopt; }

// Starts getopt over and keeps it from printing; both C libraries have a word for it.
static inline void relay_option_reset(void) {
  opterr = 0;
#ifdef __GLIBC__
  optind = 0;
#else
  optind = 1;
#endif
#ifdef __APPLE__
  optreset = 1;
#endif
}

// Takes as many descriptors as the system allows, since each connection needs one.
static inline void relay_raise_descriptor_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < limit.rlim_max) {
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
  }
}
