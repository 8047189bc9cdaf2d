"""Talks to our ratchet over pipes, one JSON object a line, bytes in hexadecimal.

    ratchet_peer.py respond     first prints its bundle, then takes {"opening": ..., "receive": ...}
    ratchet_peer.py initiate    first takes {"bundle": ..., "send": ...}, then prints its opening

After that {"send": TEXT} prints {"message": ...}, and {"receive": MESSAGE} prints {"text": ...} or
{"refused": NAME, "unchanged": BOOL}. Every line is answered by one line.
"""
import asyncio, json, os, sys, warnings

import x3dh

from ratchet_parts import answer, begin, decoded, device, encoded


def say(**what):
    print(json.dumps(what), flush=True)


def hexes(names, *values):
    return {name: value.hex() if value else "" for name, value in zip(names, values)}


BUNDLE = ["identity", "signedPrekey", "signature", "oneTimePrekey"]
OPENING = ["identity", "openingKey", "signedPrekey", "oneTimePrekey"]


def unhexed(names, fields):
    return [bytes.fromhex(fields[name]) for name in names]


class Peer:
    def __init__(self):
        self.own, self.ratchet, self.bound = device(os.urandom(32)), None, None

    def show_bundle(self):
        self.own.generate_pre_keys(1)
        bundle = self.own.bundle
        say(bundle=hexes(BUNDLE, bundle.identity_key, bundle.signed_pre_key,
                         bundle.signed_pre_key_sig, *bundle.pre_keys))

    async def take(self, line):
        if "bundle" in line:
            identity, signed, signature, one_time = unhexed(BUNDLE, line["bundle"])
            bundle = x3dh.Bundle(identity, signed, signature, frozenset(filter(None, [one_time])))
            self.ratchet, self.bound, opening, message = await begin(
                self.own, bundle, bytes.fromhex(line["send"]))
            say(opening=hexes(OPENING, opening.identity_key, opening.ephemeral_key,
                              opening.signed_pre_key, opening.pre_key),
                message=encoded(message).hex())
        elif "send" in line:
            message = await self.ratchet.encrypt_message(bytes.fromhex(line["send"]), self.bound)
            say(message=encoded(message).hex())
        else:
            await self.receive(line)

    async def receive(self, line):
        message = decoded(bytes.fromhex(line["receive"]))
        before = self.state()
        try:
            if self.ratchet is None:
                identity, key, signed, one_time = unhexed(OPENING, line["opening"])
                opening = x3dh.Header(identity, key, signed, one_time or None)
                self.ratchet, self.bound, text = await answer(self.own, opening, message)
            else:
                text = await self.ratchet.decrypt_message(message, self.bound)
            say(text=text.hex())
        except Exception as error:
            say(refused=type(error).__name__, unchanged=self.state() == before)

    def state(self):
        return json.dumps(self.ratchet.json, sort_keys=True) if self.ratchet else ""


async def main():
    warnings.simplefilter("ignore")
    peer = Peer()
    if sys.argv[1] == "respond":
        peer.show_bundle()
    for line in sys.stdin:
        await peer.take(json.loads(line))


asyncio.run(main())
