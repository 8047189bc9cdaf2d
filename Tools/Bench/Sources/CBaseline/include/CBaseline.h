// What the same libraries do when they are called from plain C, a number of times in a row.
//
// Every function of a kind works on buffers that its `start` or `open` made. A result other than 0
// means that the library refused.
#pragma once
#include <stddef.h>
#include <stdint.h>

// libsodium
int plain_sodium_start(size_t byte_count);
int plain_sign(long times);
int plain_verify(long times);
int plain_hash(long times);
int plain_agree(long times);
int plain_seal(long times);
int plain_open(long times);
int plain_loop(long times);  // over the message, one byte after the other
int plain_reset(long times);  // the public-key operations of a reset; needs no start

// zlib, with the level and the memory level of the packages
int plain_zlib_start(
    const uint8_t *body, size_t body_count, const uint8_t *payload, size_t payload_count, int level,
    int memory_level);
int plain_deflate(long times);
int plain_inflate(long times);

// SQLite, with the settings of the packages
int plain_rows_open(const char *path);
int plain_rows_commit_each(long times);
int plain_rows_commit_once(long times);
int plain_outbox_open(
    const char *path, int recipient_count, size_t body_count, long long last_sequence);
int plain_outbox_send(long times);
int plain_blobs_open(const char *path, size_t blob_count);
int plain_blobs_commit_each(long times);
int plain_held_read(const char *path, long times);
void plain_held_free(void);
int plain_store_count(const char *path, long times);
int plain_handled_open(const char *path);
int plain_handled_commit_each(long times);
int plain_prune_open(const char *path);
int plain_prune_slice(long count);
void plain_database_close(void);

// Files; the paths are absolute, one a line
int plain_paths_start(const char *lines);
int plain_lstat(long times);

// A web server on the loopback that serves one folder until the process ends; its port, or -1
int plain_server_start(const char *folder);
uint64_t plain_server_requests(void);
uint64_t plain_server_bytes(void);

// The process
uint64_t plain_thread_nanoseconds(void);
uint64_t plain_resident_bytes(void);
uint64_t plain_peak_resident_bytes(void);
int plain_stay_on_one_core(void);
int64_t plain_run_nanoseconds(const char *path, const char *argument);
