#define ZLIB_CONST
#include "CBaseline.h"
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static z_stream writer, reader;
static int started;
static unsigned char *body, *payload, *output;
static size_t body_count, payload_count;

int plain_zlib_start(
    const uint8_t *new_body, size_t new_body_count, const uint8_t *new_payload,
    size_t new_payload_count, int level, int memory_level) {
  if (!started) {
    if (deflateInit2(&writer, level, Z_DEFLATED, 15, memory_level, Z_DEFAULT_STRATEGY) != Z_OK)
      return 1;
    if (inflateInit2(&reader, 15) != Z_OK) return 1;
    started = 1;
  }
  free(body);
  free(payload);
  free(output);
  body_count = new_body_count;
  payload_count = new_payload_count;
  body = malloc(body_count);
  payload = malloc(payload_count);
  output = malloc(body_count);
  if (!body || !payload || !output) return 1;
  memcpy(body, new_body, body_count);
  memcpy(payload, new_payload, payload_count);
  return 0;
}

int plain_deflate(long times) {
  for (long i = 0; i < times; i++) {
    if (deflateReset(&writer) != Z_OK) return 1;
    writer.next_in = body;
    writer.avail_in = (uInt)body_count;
    writer.next_out = output;
    writer.avail_out = (uInt)body_count;
    if (deflate(&writer, Z_FINISH) != Z_STREAM_END) return 1;
  }
  return 0;
}

int plain_inflate(long times) {
  for (long i = 0; i < times; i++) {
    if (inflateReset(&reader) != Z_OK) return 1;
    reader.next_in = payload;
    reader.avail_in = (uInt)payload_count;
    reader.next_out = output;
    reader.avail_out = (uInt)body_count;
    if (inflate(&reader, Z_FINISH) != Z_STREAM_END || reader.avail_out != 0) return 1;
  }
  return 0;
}
