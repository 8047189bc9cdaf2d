"""Prints known answers for conversations: what two devices with fixed secrets send each other.

    conversation_vectors.py     what Packages/SessionReset/Tests/Vectors/conversation.json holds

Every secret is SHA-256 of its name, numbers are its first bytes. The bytes are put together here
from the table in Packages/SessionReset/RULES.md; agreement and ratchet are the packages X3DH and
DoubleRatchet, signatures and boxes the package cryptography.
"""
import asyncio, hashlib, hmac, json

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
import x3dh
import x3dh.base_state
import xeddsa

from ratchet_parts import SETTINGS, Ratchet, Turning, device, encoded

BOX = b"trueseal conversation box v1"
END = b"trueseal conversation end v1\0"
RATCHET_PROOF = b"trueseal ratchet proof v1\0"
PROOF = b"trueseal conversation proof v1\0"
REJECTION = b"trueseal conversation rejection v1\0"
TAG = b"trueseal session tag v1\0"
VERIFICATION = b"trueseal conversation verification v1\0"


def secret(name):
    return hashlib.sha256(b"trueseal conversation vector: " + name.encode()).digest()


def number(name):
    return secret(name)[:4]


def public(key):
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


def tag(opening_key):
    return hashlib.sha256(TAG + opening_key).digest()[:8]


class Scripted:
    """Stands in for the module `secrets`: gives the key an opening is made with."""
    next = b""

    @staticmethod
    def token_bytes(count):
        return Scripted.next

    @staticmethod
    def choice(items):
        return items[0]


class Side:
    """One device; `draws` is what it takes from chance, in order."""

    def __init__(self, name):
        self.seed = secret(name)
        self.signing = Ed25519PrivateKey.from_private_bytes(self.seed)
        self.identity = public(self.signing)
        self.ratchet = self.bound = self.tag = None
        self.turns = 0
        self.name = name
        self.draws = []

    def draw(self, data):
        self.draws.append(data.hex())
        return data

    def turn(self):
        """The next secret of the ratchet."""
        self.turns += 1
        Turning.script = [self.draw(secret(f"{self.name} turn {self.turns}"))]


class Attempt:
    """The keys of one attempt of `side`, drawn in the order that ours draws them."""

    def __init__(self, side, name, epoch):
        self.name, self.epoch = name, epoch.to_bytes(8, "big")
        self.id = side.draw(secret(name + " id")[:16])
        self.signed_id = side.draw(number(name + " signed prekey's number"))
        self.once_id = side.draw(number(name + " one-time prekey's number"))
        self.signed = side.draw(secret(name + " signed prekey"))
        self.once = side.draw(secret(name + " one-time prekey"))
        self.signed_public = public(X25519PrivateKey.from_private_bytes(self.signed))
        self.once_public = public(X25519PrivateKey.from_private_bytes(self.once))
        self.signature = side.signing.sign(self.signed_public)
        self.bundle = (
            b"\1" + side.identity + self.signed_id + self.signed_public + self.signature + b"\1"
            + self.once_id + self.once_public)


def end(side, peer, attempt, basis, with_proof):
    head = attempt.epoch + attempt.id + attempt.bundle + basis
    proof = b""
    if with_proof:
        chain = side.ratchet.model.diffie_hellman_ratchet.symmetric_key_ratchet.sending_chain
        own = X25519PrivateKey.from_private_bytes(
            side.ratchet.model.diffie_hellman_ratchet.own_ratchet_priv)
        place = public(own) + chain.length.to_bytes(4, "big")
        statement = PROOF + side.identity + peer.identity + head + b"\0"
        proof = place + hmac.new(
            chain.key, RATCHET_PROOF + place + statement, hashlib.sha256).digest()
    inside = head + (b"\1" + proof if proof else b"\0")
    inside += side.signing.sign(END + side.identity + peer.identity + inside)
    once = X25519PrivateKey.from_private_bytes(side.draw(secret(attempt.name + " box")))
    header = b"\1" + public(once) + side.identity + peer.identity
    receiver = X25519PublicKey.from_public_bytes(
        xeddsa.ed25519_pub_to_curve25519_pub(peer.identity))
    key = HKDF(SHA256(), 32, bytes(32), BOX + b"\0" + header).derive(once.exchange(receiver))
    return b"\1" + public(once) + ChaCha20Poly1305(key).encrypt(bytes(12), inside, header)


async def opening(side, peer, attempt, content):
    """Builds the session the attempt of `peer` asks for, and says something on it."""
    Scripted.next = side.draw(secret(attempt.name + " opening"))
    bundle = x3dh.Bundle(
        peer.identity, attempt.signed_public, attempt.signature, frozenset([attempt.once_public]))
    shared, bound, header = await device(side.seed).get_shared_secret_active(bundle)
    side.tag, side.bound, side.base = tag(header.ephemeral_key), bound, header.ephemeral_key
    side.turn()
    binding = b"\1" + side.tag + attempt.signed_id + attempt.once_id + attempt.id + side.base
    side.ratchet, message = await Ratchet.encrypt_initial_message(
        shared_secret=shared, recipient_ratchet_pub=attempt.signed_public, message=content,
        associated_data=bound + binding, **SETTINGS)
    fields = side.base + attempt.signed_id + attempt.once_id + attempt.id
    return b"\2" + fields + encoded(message), shared, message, binding


async def adopt(side, peer, attempt, shared, message, binding):
    """Reads the first message on the session built from the keys of `side`'s attempt."""
    side.turn()
    side.tag, side.bound = peer.tag, peer.bound
    side.ratchet, content = await Ratchet.decrypt_initial_message(
        shared_secret=shared, own_ratchet_priv=attempt.signed, message=message,
        associated_data=peer.bound + binding, **SETTINGS)
    return content


async def ordinary(side, content):
    binding = b"\0" + side.tag
    message = await side.ratchet.encrypt_message(content, side.bound + binding)
    return b"\3" + side.tag + encoded(message), message, binding


async def reset(a, b, attempt, basis, with_proof):
    """A whole reset of A; returns the three bodies."""
    first = end(a, b, attempt, basis, with_proof)
    second, shared, message, binding = await opening(b, a, attempt, b"\1" + attempt.id)
    assert await adopt(a, b, attempt, shared, message, binding) == b"\1" + attempt.id
    third, message, binding = await ordinary(a, b"\2" + attempt.id)
    b.turn()
    assert await b.ratchet.decrypt_message(message, b.bound + binding) == b"\2" + attempt.id
    return [first.hex(), second.hex(), third.hex()]


def verification(a, b, epoch):
    lower, higher = sorted([a.identity, b.identity])
    digest = hashlib.sha256(
        VERIFICATION + a.tag + epoch.to_bytes(8, "big") + lower + higher).digest()
    groups = [int.from_bytes(digest[5 * at:5 * at + 5], "big") % 100_000 for at in range(6)]
    return {"digest": digest.hex(), "digits": " ".join(f"{group:05}" for group in groups)}


async def main():
    a, b = Side("alice"), Side("bob")
    first = await reset(a, b, Attempt(a, "first attempt", 1), bytes(8), False)
    after_first = verification(a, b, 1)
    text, message, binding = await ordinary(b, b"\0" + "späte Grüße".encode())
    a.turn()
    assert await a.ratchet.decrypt_message(message, a.bound + binding)
    second = await reset(a, b, Attempt(a, "second attempt", 2), a.tag, True)
    id, epoch = secret("a stale attempt")[:16], 2
    fields = id + epoch.to_bytes(8, "big")
    rejection = b"\4" + fields + a.signing.sign(REJECTION + a.identity + b.identity + fields)
    print(json.dumps({
        "source": "Made by Tests/EndToEnd/Peer/conversation_vectors.py with the Python packages "
                  "DoubleRatchet 1.3.0, X3DH 1.3.0 and cryptography 50.0.2.",
        "aliceSeed": a.seed.hex(), "bobSeed": b.seed.hex(),
        "alice": a.identity.hex(), "bob": b.identity.hex(),
        "aliceDraws": a.draws, "bobDraws": b.draws,
        "first": first, "afterFirst": after_first,
        "text": "späte Grüße", "textOfBob": text.hex(),
        "second": second, "afterSecond": verification(a, b, 2),
        "rejectedAttempt": id.hex(), "rejectedEpoch": epoch, "rejectionOfAlice": rejection.hex(),
    }, indent=1, ensure_ascii=False))


x3dh.base_state.secrets = Scripted
asyncio.run(main())
