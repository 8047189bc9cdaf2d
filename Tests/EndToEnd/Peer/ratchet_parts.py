"""A ratchet from the packages DoubleRatchet and X3DH, set up the way ours works.

Ed25519 identities, SHA-256, HMAC chains, ChaCha20-Poly1305 keyed through HKDF; public keys are
written as they are, and the header is ratchet key, previous count, number.
"""
import struct

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
import doubleratchet
from doubleratchet.recommended import (
    HashFunction, diffie_hellman_ratchet_curve25519, kdf_hkdf, kdf_separate_hmacs)
import x3dh
from x3dh.identity_key_pair import IdentityKeyPairSeed

OPENING = b"trueseal ratchet opening v1"
ROOT = b"trueseal ratchet root v1"
MESSAGE = b"trueseal ratchet v1"


class Root(kdf_hkdf.KDF):
    @staticmethod
    def _get_hash_function():
        return HashFunction.SHA_256

    @staticmethod
    def _get_info():
        return ROOT


class Chain(kdf_separate_hmacs.KDF):
    @staticmethod
    def _get_hash_function():
        return HashFunction.SHA_256


class Sealing(doubleratchet.AEAD):
    @staticmethod
    def _cipher(key):
        derived = HKDF(SHA256(), 44, bytes(32), MESSAGE).derive(key)
        return ChaCha20Poly1305(derived[:32]), derived[32:]

    @staticmethod
    async def encrypt(plaintext, key, associated_data):
        cipher, nonce = Sealing._cipher(key)
        return cipher.encrypt(nonce, plaintext, associated_data)

    @staticmethod
    async def decrypt(ciphertext, key, associated_data):
        cipher, nonce = Sealing._cipher(key)
        try:
            return cipher.decrypt(nonce, ciphertext, associated_data)
        except InvalidTag as error:
            raise doubleratchet.AuthenticationFailedException from error


class Turning(diffie_hellman_ratchet_curve25519.DiffieHellmanRatchet):
    """Takes its secrets from `script` as long as there are any."""
    script = []

    @staticmethod
    def _generate_priv():
        if Turning.script:
            return Turning.script.pop(0)
        return diffie_hellman_ratchet_curve25519.DiffieHellmanRatchet._generate_priv()


class Ratchet(doubleratchet.DoubleRatchet):
    @staticmethod
    def _build_associated_data(associated_data, header):
        return associated_data + written(header)


class Openings(x3dh.BaseState):
    @staticmethod
    def _encode_public_key(key_format, pub):
        return pub


SETTINGS = dict(
    diffie_hellman_ratchet_class=Turning, root_chain_kdf=Root, message_chain_kdf=Chain,
    message_chain_constant=b"\x02\x01", dos_protection_threshold=1000,
    max_num_skipped_message_keys=2000, aead=Sealing)


def device(seed):
    return Openings.create(
        x3dh.IdentityKeyFormat.ED_25519, x3dh.HashFunction.SHA_256, OPENING,
        IdentityKeyPairSeed(seed))


def written(header):
    return header.ratchet_pub + struct.pack(
        ">II", header.previous_sending_chain_length, header.sending_chain_length)


def encoded(message):
    return written(message.header) + message.ciphertext


def decoded(data):
    previous, number = struct.unpack(">II", data[32:40])
    return doubleratchet.EncryptedMessage(
        doubleratchet.Header(data[:32], previous, number), data[40:])


async def begin(own, bundle, text):
    """Opens a session; returns ratchet, associated data, the opening and the first message."""
    secret, bound, opening = await own.get_shared_secret_active(bundle, require_pre_key=False)
    ratchet, message = await Ratchet.encrypt_initial_message(
        shared_secret=secret, recipient_ratchet_pub=bundle.signed_pre_key, message=text,
        associated_data=bound, **SETTINGS)
    return ratchet, bound, opening, message


async def answer(own, opening, message):
    """Answers a session; returns ratchet, associated data and the text of its first message."""
    secret, bound, signed = await own.get_shared_secret_passive(opening, require_pre_key=False)
    ratchet, text = await Ratchet.decrypt_initial_message(
        shared_secret=secret, own_ratchet_priv=signed.priv, message=message,
        associated_data=bound, **SETTINGS)
    return ratchet, bound, text
