"""Prints known answers for the ratchet, made with DoubleRatchet and X3DH from fixed keys.

    ratchet_vectors.py          what Packages/Crypto/Tests/Vectors/ratchet.json holds

Every secret is SHA-256 of its name. A line of a conversation is a message that one side writes;
messages come in the order that `arrives` counts, and those without one are lost.
"""
import asyncio, hashlib, json

import x3dh.base_state

from ratchet_parts import MESSAGE, OPENING, ROOT, Turning, answer, begin, device, encoded

# Who writes, and after which of the other's lines; a burst with gaps, then turns.
STORY = ["a0", "a1", "b0", "b1", "b2", "a2", "a3", "a4", "b3", "a5", "b4"]
# The order of arrival: a1 and b0 come late, after their chains have ended; a3 never.
ARRIVAL = ["a0", "b1", "b2", "a2", "a4", "b0", "b3", "a1", "a5", "b4"]


def secret(name):
    return hashlib.sha256(b"trueseal ratchet vector: " + name.encode()).digest()


class Scripted:
    """Stands in for the module `secrets` while a conversation is made."""
    names = []

    @staticmethod
    def token_bytes(count):
        return secret(Scripted.names.pop(0))

    @staticmethod
    def choice(items):
        return items[0]


async def conversation(name, with_one_time):
    Scripted.names = [name + " alice's unused prekey", name + " signed prekey"]
    alice, bob = device(secret(name + " alice")), device(secret(name + " bob"))
    if with_one_time:
        Scripted.names = [name + " one-time prekey"]
        bob.generate_pre_keys(1)
    Scripted.names = [name + " opening"]
    sides, written = {}, {}
    script = {side: [secret(f"{name} {side} turn {turn}") for turn in range(9)] for side in "ab"}
    lines, pending = [], list(ARRIVAL)
    opening = shared = None

    async def deliver():
        """Delivers whatever is next in order and written already."""
        nonlocal shared
        while pending and pending[0] in written:
            line = pending.pop(0)
            reader = "b" if line[0] == "a" else "a"
            Turning.script = script[reader]
            message, text = written[line]
            if reader not in sides:
                secret_bytes, _, _ = await bob.get_shared_secret_passive(
                    opening, require_pre_key=False)
                shared = secret_bytes.hex()
                ratchet, bound, read = await answer(bob, opening, message)
                sides["b"] = (ratchet, bound)
            else:
                ratchet, bound = sides[reader]
                read = await ratchet.decrypt_message(message, bound)
            assert read == text

    for line in STORY:
        text = f"{name}, {line}".encode()
        side = line[0]
        Turning.script = script[side]
        if line == "a0":
            ratchet, bound, opening, message = await begin(alice, bob.bundle, text)
            sides["a"] = (ratchet, bound)
        else:
            ratchet, bound = sides[side]
            message = await ratchet.encrypt_message(text, bound)
        written[line] = (message, text)
        lines.append({"line": line, "text": text.hex(), "message": encoded(message).hex()})
        await deliver()
    assert not pending
    bundle = bob.bundle
    one_time = secret(name + " one-time prekey").hex() if with_one_time else ""
    return {
        "name": name, "aliceSeed": secret(name + " alice").hex(),
        "bobSeed": secret(name + " bob").hex(),
        "aliceIdentity": alice.bundle.identity_key.hex(),
        "bobIdentity": bundle.identity_key.hex(),
        "signedPrekeySecret": secret(name + " signed prekey").hex(),
        "signedPrekey": bundle.signed_pre_key.hex(), "oneTimePrekeySecret": one_time,
        "openingSecret": secret(name + " opening").hex(), "openingKey": opening.ephemeral_key.hex(),
        "sharedSecret": shared,
        "aliceTurns": [secret(f"{name} a turn {turn}").hex() for turn in range(9)],
        "bobTurns": [secret(f"{name} b turn {turn}").hex() for turn in range(9)],
        "lines": lines,
    }


async def main():
    x3dh.base_state.secrets = Scripted
    made = [await conversation("with a one-time prekey", True),
            await conversation("without a one-time prekey", False)]
    print(json.dumps({
        "source": "Made by Tests/EndToEnd/Peer/ratchet_vectors.py with the Python packages "
                  "DoubleRatchet 1.3.0 and X3DH 1.3.0 of Tim Henkes (MIT).",
        "openingLabel": OPENING.decode(), "rootLabel": ROOT.decode(),
        "messageLabel": MESSAGE.decode(), "arrival": ARRIVAL, "conversations": made,
    }, indent=1))


asyncio.run(main())
