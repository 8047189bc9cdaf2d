#include "CBaseline.h"
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

static unsigned char public_key[crypto_sign_PUBLICKEYBYTES];
static unsigned char secret_key[crypto_sign_SECRETKEYBYTES];
static unsigned char signature[crypto_sign_BYTES];
static unsigned char scalar[crypto_scalarmult_SCALARBYTES];
static unsigned char point[crypto_scalarmult_BYTES];
static unsigned char shared[crypto_scalarmult_BYTES];
static unsigned char key[crypto_aead_chacha20poly1305_ietf_KEYBYTES];
static unsigned char nonce[crypto_aead_chacha20poly1305_ietf_NPUBBYTES];
static unsigned char binding[66];
static unsigned char *message, *sealed, *opened;
static size_t count;

int plain_sodium_start(size_t byte_count) {
  if (sodium_init() < 0) return 1;
  count = byte_count;
  free(message);
  free(sealed);
  free(opened);
  message = malloc(count);
  sealed = malloc(count + crypto_aead_chacha20poly1305_ietf_ABYTES);
  opened = malloc(count);
  if (!message || !sealed || !opened) return 1;
  randombytes_buf(message, count);
  randombytes_buf(scalar, sizeof scalar);
  randombytes_buf(key, sizeof key);
  memset(nonce, 0, sizeof nonce);
  if (crypto_sign_keypair(public_key, secret_key) != 0) return 1;
  if (crypto_scalarmult_base(point, key) != 0) return 1;
  return plain_sign(1) || plain_seal(1);
}

int plain_sign(long times) {
  int code = 0;
  for (long i = 0; i < times; i++)
    code |= crypto_sign_detached(signature, NULL, message, count, secret_key);
  return code;
}

int plain_verify(long times) {
  int code = 0;
  for (long i = 0; i < times; i++)
    code |= crypto_sign_verify_detached(signature, message, count, public_key);
  return code;
}

int plain_hash(long times) {
  unsigned char digest[crypto_hash_sha256_BYTES];
  int code = 0;
  for (long i = 0; i < times; i++) code |= crypto_hash_sha256(digest, message, count);
  return code;
}

int plain_agree(long times) {
  int code = 0;
  for (long i = 0; i < times; i++) code |= crypto_scalarmult(shared, scalar, point);
  return code;
}

int plain_seal(long times) {
  int code = 0;
  for (long i = 0; i < times; i++)
    code |= crypto_aead_chacha20poly1305_ietf_encrypt(
        sealed, NULL, message, count, binding, sizeof binding, NULL, nonce, key);
  return code;
}

int plain_open(long times) {
  int code = 0;
  for (long i = 0; i < times; i++)
    code |= crypto_aead_chacha20poly1305_ietf_decrypt(
        opened, NULL, NULL, sealed, count + crypto_aead_chacha20poly1305_ietf_ABYTES, binding,
        sizeof binding, nonce, key);
  return code;
}

int plain_loop(long times) {
  unsigned sum = 0;
  for (long i = 0; i < times; i++) {
#pragma clang loop vectorize(disable) interleave(disable)
    for (size_t j = 0; j < count; j++) sum += message[j];
  }
  // A sum that nobody looks at would not be computed.
  static volatile unsigned kept;
  kept = sum;
  return 0;
}
