#pragma once
#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <microhttpd.h>

// MHD_start_daemon is variadic, which Swift cannot call. One thread, loopback only, small bounds.
static inline struct MHD_Daemon *relay_http_start(
    uint16_t port, MHD_AccessHandlerCallback answer, void *context,
    unsigned int connectionCountMax, unsigned int idleSeconds) {
  struct sockaddr_in loopback;
  memset(&loopback, 0, sizeof loopback);
  loopback.sin_family = AF_INET;
  loopback.sin_port = htons(port);
  loopback.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return MHD_start_daemon(
      MHD_USE_AUTO | MHD_USE_INTERNAL_POLLING_THREAD, port, NULL, NULL, answer, context,
      MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&loopback,
      MHD_OPTION_CONNECTION_LIMIT, connectionCountMax,
      MHD_OPTION_CONNECTION_TIMEOUT, idleSeconds,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)16384,
      MHD_OPTION_END);
}

// MHD_get_daemon_info is variadic as well; 0 means that the port is not known.
static inline uint16_t relay_http_port(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *known = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return known == NULL ? 0 : known->port;
}
