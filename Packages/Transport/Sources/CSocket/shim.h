#pragma once

/* What Swift's view of the C library leaves out on Linux; empty elsewhere. */
#ifdef __linux__
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

/* Hidden behind _GNU_SOURCE, which a module cannot define after the fact. */
extern int accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags);
#endif
