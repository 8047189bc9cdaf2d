#include "CBaseline.h"
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef MSG_NOSIGNAL
#define MSG_NOSIGNAL 0
#endif

static char root[1024];
static atomic_ullong requests, bytes;

static int send_all(int connection, const char *from, size_t count) {
  while (count > 0) {
    ssize_t sent = send(connection, from, count, MSG_NOSIGNAL);
    if (sent <= 0) return 1;
    from += sent;
    count -= (size_t)sent;
    atomic_fetch_add(&bytes, (unsigned long long)sent);
  }
  return 0;
}

// One answer; the head goes out with the first bytes of the body.
static int answer(int connection, const char *path) {
  char name[2048], buffer[65536];
  struct stat found;
  snprintf(name, sizeof name, "%s%s", root, path);
  int file = open(name, O_RDONLY);
  if (file < 0 || fstat(file, &found) != 0 || !S_ISREG(found.st_mode)) {
    static const char none[] = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";
    if (file >= 0) close(file);
    return send_all(connection, none, sizeof none - 1);
  }
  size_t filled = (size_t)snprintf(
      buffer, sizeof buffer, "HTTP/1.1 200 OK\r\nContent-Length: %lld\r\n\r\n",
      (long long)found.st_size);
  int code = 0;
  for (;;) {
    ssize_t count = read(file, buffer + filled, sizeof buffer - filled);
    filled += count > 0 ? (size_t)count : 0;
    if (filled == 0) break;
    code = send_all(connection, buffer, filled);
    if (code != 0 || count <= 0) break;
    filled = 0;
  }
  close(file);
  return code;
}

static void *serve(void *context) {
  int connection = (int)(intptr_t)context, yes = 1;
  char request[8192], path[1024];
  size_t filled = 0;
  setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  for (;;) {
    request[filled] = 0;
    char *end = strstr(request, "\r\n\r\n");
    if (end == NULL) {
      ssize_t count = recv(connection, request + filled, sizeof request - 1 - filled, 0);
      if (count <= 0) break;
      filled += (size_t)count;
      continue;
    }
    if (sscanf(request, "GET %1023s ", path) != 1 || strstr(path, "..") != NULL) break;
    atomic_fetch_add(&requests, 1);
    if (answer(connection, path) != 0) break;
    filled -= (size_t)(end + 4 - request);
    memmove(request, end + 4, filled);
  }
  close(connection);
  return NULL;
}

static void *accept_all(void *context) {
  int listener = (int)(intptr_t)context;
  for (;;) {
    int connection = accept(listener, NULL, NULL);
    pthread_t thread;
    if (connection < 0) continue;
    if (pthread_create(&thread, NULL, serve, (void *)(intptr_t)connection) != 0) close(connection);
    else pthread_detach(thread);
  }
  return NULL;
}

int plain_server_start(const char *folder) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  pthread_t thread;
  if (snprintf(root, sizeof root, "%s", folder) >= (int)sizeof root) return -1;
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  if (listener < 0) return -1;
  if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0 ||
      listen(listener, 64) != 0 ||
      getsockname(listener, (struct sockaddr *)&address, &length) != 0 ||
      pthread_create(&thread, NULL, accept_all, (void *)(intptr_t)listener) != 0) {
    close(listener);
    return -1;
  }
  pthread_detach(thread);
  return ntohs(address.sin_port);
}

uint64_t plain_server_requests(void) { return atomic_load(&requests); }
uint64_t plain_server_bytes(void) { return atomic_load(&bytes); }
