#include "CBaseline.h"
#include <sodium.h>

static unsigned char scalar[32], point[32], out[32], identity[32], signing[64], signature[64];
static unsigned char text[300];

// The public-key operations of one reset, with X3DH and a ratchet as the packages have them.
//
// A: draws two prekeys, signs their bundle and the End, seals that (a key pair and an agreement with
// B's identity as X25519). B: opens it, verifies two signatures, takes A's identity as X25519, sees
// that both prekeys agree on something, draws the session's key, agrees four times, and turns its
// ratchet (a key pair and an agreement). A: takes B's identity as X25519, agrees four times, and
// turns to read and to write. B: turns to read and to write.
int plain_reset(long times) {
  if (times < 0) return 1;
  if (sodium_init() < 0 || crypto_sign_keypair(identity, signing) != 0) return 1;
  randombytes_buf(scalar, sizeof scalar);
  int code = crypto_scalarmult_base(point, scalar);
  code |= crypto_sign_detached(signature, NULL, text, sizeof text, signing);
  for (long i = 0; i < times; i++) {
    for (int pair = 0; pair < 2 + 1 + 1 + 1 + 1 + 1; pair++) {
      randombytes_buf(scalar, sizeof scalar);
      code |= crypto_scalarmult_base(out, scalar);
    }
    for (int sign = 0; sign < 2; sign++)
      code |= crypto_sign_detached(signature, NULL, text, sizeof text, signing);
    for (int verify = 0; verify < 2; verify++)
      code |= crypto_sign_verify_detached(signature, text, sizeof text, identity);
    for (int convert = 0; convert < 3; convert++)
      code |= crypto_sign_ed25519_pk_to_curve25519(out, identity);
    for (int agree = 0; agree < 2 + 2 + 8 + 1 + 2 + 2; agree++)
      code |= crypto_scalarmult(out, scalar, point);
  }
  return code;
}
