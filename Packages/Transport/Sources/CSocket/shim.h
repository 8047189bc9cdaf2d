#pragma once

#include <sys/socket.h>

/* What Swift does not see, or sees with another type in each C library. */

static const int csocket_stream = SOCK_STREAM;

#ifdef __linux__
#include <sys/epoll.h>
#include <sys/eventfd.h>

/* Hidden behind _GNU_SOURCE, which a module cannot define after the fact. */
extern int accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags);

static const int csocket_open_flags = SOCK_NONBLOCK | SOCK_CLOEXEC;
static const int csocket_send_flags = MSG_NOSIGNAL;
#else
/* Set on each socket instead: O_NONBLOCK, FD_CLOEXEC and SO_NOSIGPIPE. */
static const int csocket_open_flags = 0;
static const int csocket_send_flags = 0;
#endif
