#pragma once
// Makes zlib's input pointers const, so that borrowed bytes can be handed to it.
#define ZLIB_CONST
#include <zlib.h>

// The two initialisers are macros, which Swift cannot see.
static inline int trueseal_deflate_init(
    z_streamp stream, int level, int window_bits, int memory_level) {
  return deflateInit2(
      stream, level, Z_DEFLATED, window_bits, memory_level, Z_DEFAULT_STRATEGY);
}

static inline int trueseal_inflate_init(z_streamp stream, int window_bits) {
  return inflateInit2(stream, window_bits);
}
