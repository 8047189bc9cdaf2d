#pragma once
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <microhttpd.h>

// MHD_start_daemon is variadic, which Swift cannot call. Loopback only; a thread for each connection,
// so that an answer may wait for the updater.
static inline struct MHD_Daemon *web_start(
    uint16_t port, MHD_AccessHandlerCallback answer, void *context,
    unsigned int connectionCountMax, unsigned int idleSeconds) {
  struct sockaddr_in loopback;
  memset(&loopback, 0, sizeof loopback);
  loopback.sin_family = AF_INET;
  loopback.sin_port = htons(port);
  loopback.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return MHD_start_daemon(
      MHD_USE_AUTO | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION, port, NULL,
      NULL, answer, context,
      MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&loopback,
      MHD_OPTION_CONNECTION_LIMIT, connectionCountMax,
      MHD_OPTION_CONNECTION_TIMEOUT, idleSeconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)32768,
      MHD_OPTION_END);
}

// MHD_get_daemon_info is variadic as well; 0 means that the port is not known.
static inline uint16_t web_port(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *known = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return known == NULL ? 0 : known->port;
}

// A file of just `size` bytes as an answer; no link is followed. NULL for anything else.
static inline struct MHD_Response *web_file(const char *path, uint64_t size) {
  int number = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (number < 0) return NULL;
  struct stat found;
  struct MHD_Response *response = NULL;
  if (fstat(number, &found) == 0 && S_ISREG(found.st_mode) && (uint64_t)found.st_size == size)
    response = MHD_create_response_from_fd64(size, number);
  if (response == NULL) close(number);
  return response;
}
