#pragma once
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

// The globals of getopt, which Swift may not touch by name.
static inline const char *terminal_option_argument(void) { return optarg; }
static inline int terminal_option_index(void) { return optind; }
static inline int terminal_option_refused(void) { return optopt; }

// Starts getopt over and keeps it from printing; both C libraries have a word for it.
static inline void terminal_option_reset(void) {
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

// The longest path a Unix socket can have, without the closing zero.
static inline size_t terminal_socket_path_max(void) {
  struct sockaddr_un address;
  return sizeof address.sun_path - 1;
}

// A socket that no child inherits, and the address of `path`; -1 when it cannot be made.
static inline int terminal_socket(const char *path, struct sockaddr_un *address) {
  if (strlen(path) > terminal_socket_path_max()) {
    errno = ENAMETOOLONG;
    return -1;
  }
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  strcpy(address->sun_path, path);
  int number = socket(AF_UNIX, SOCK_STREAM, 0);
  if (number < 0) return -1;
  fcntl(number, F_SETFD, FD_CLOEXEC);
#ifdef SO_NOSIGPIPE
  int on = 1;
  setsockopt(number, SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
  return number;
}

// Calls whoever listens at `path`; -1 when nobody does.
static inline int terminal_call(const char *path) {
  struct sockaddr_un address;
  int number = terminal_socket(path, &address);
  if (number < 0) return -1;
  if (connect(number, (struct sockaddr *)&address, sizeof address) == 0) return number;
  int reason = errno;
  close(number);
  errno = reason;
  return -1;
}

// Listens at `path` for this user alone, in place of a socket that nobody answers any more.
static inline int terminal_listen(const char *path) {
  struct sockaddr_un address;
  int number = terminal_socket(path, &address);
  if (number < 0) return -1;
  unlink(path);
  // Linux gives the file the mode of the socket; elsewhere only the second call counts.
  fchmod(number, 0600);
  if (bind(number, (struct sockaddr *)&address, sizeof address) == 0 && chmod(path, 0600) == 0 &&
      listen(number, 16) == 0 && fcntl(number, F_SETFL, O_NONBLOCK) == 0)
    return number;
  int reason = errno;
  close(number);
  errno = reason;
  return -1;
}

// The next caller, on a socket that waits; -1 when there is none.
static inline int terminal_answer(int listener) {
  int number = accept(listener, NULL, NULL);
  if (number < 0) return -1;
  fcntl(number, F_SETFD, FD_CLOEXEC);
  fcntl(number, F_SETFL, fcntl(number, F_GETFL) & ~O_NONBLOCK);
  return number;
}

// The user at the other end, or -1 when the system does not say.
static inline long terminal_peer_user(int number) {
#ifdef SO_PEERCRED
  struct {
    pid_t process;
    uid_t user;
    gid_t group;
  } peer;
  socklen_t size = sizeof peer;
  return getsockopt(number, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? (long)peer.user : -1;
#else
  uid_t user;
  gid_t group;
  return getpeereid(number, &user, &group) == 0 ? (long)user : -1;
#endif
}

// Starts a shell command with `input` as its standard input, in a process group of its own, so that
// Ctrl-C does not end it in the middle; the signals we ignore are as usual for it. 0, or the reason.
static inline int terminal_start(
    const char *command, char *const *environment, int input, pid_t *child) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  sigset_t usual;
  sigemptyset(&usual);
  sigaddset(&usual, SIGPIPE);
  sigaddset(&usual, SIGINT);
  sigaddset(&usual, SIGTERM);
  sigaddset(&usual, SIGHUP);
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, input, 0);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
  char *words[] = {(char *)"/bin/sh", (char *)"-c", (char *)command, NULL};
  int reason = posix_spawn(child, words[0], &files, &attributes, words, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return reason;
}

// Waits for a child; its exit code, or 128 and the signal that ended it.
static inline int terminal_end(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return 127;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// read and write under names that Swift functions of the same name do not hide.
static inline long terminal_read(int number, void *room, size_t count) {
  return read(number, room, count);
}
static inline long terminal_write(int number, const void *bytes, size_t count) {
  return write(number, bytes, count);
}

// Tests of a file's mode, which are macros.
static inline int terminal_is_directory(mode_t mode) { return S_ISDIR(mode); }
static inline int terminal_is_socket(mode_t mode) { return S_ISSOCK(mode); }

// Has a terminal show what is typed, or not.
static inline void terminal_set_echo(int number, int on) {
  struct termios state;
  if (tcgetattr(number, &state) != 0) return;
  if (on) {
    state.c_lflag |= ECHO;
  } else {
    state.c_lflag &= ~(tcflag_t)ECHO;
  }
  tcsetattr(number, TCSAFLUSH, &state);
}

// Whether something can be read before so many milliseconds are over.
static inline int terminal_wait(int number, int milliseconds) {
  struct pollfd waited = {.fd = number, .events = POLLIN};
  return poll(&waited, 1, milliseconds) > 0;
}
