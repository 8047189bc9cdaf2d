"""A second implementation of the device side, written from the wire rules alone.

    peer.py join LINK       asks to be admitted by the device that made the link
    peer.py admit ADDRESS   opens a pairing window and admits the first device that asks

It keeps nothing, holds one group, and talks in JSON lines: commands on standard input
({"send": HEX}, {"quit": true}), what happened on standard output. Names such as W-31 are rule ids.
"""
import base64, hashlib, hmac, json, os, socket, struct, sys, threading, time, zlib

from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from nacl.bindings import crypto_scalarmult, crypto_scalarmult_base
from nacl.signing import SigningKey, VerifyKey
from noise.connection import Keypair, NoiseConnection

PREFIX = b"TRUESEAL" + struct.pack(">H", 1)  # W-10
PUSH, DELIVER, HEARTBEAT, ACK, ERROR, DELIVER_ACK = 1, 2, 3, 4, 5, 6
PAIR, SYNC, GROUP_MANIFEST = 1, 2, 4
DEADLINE = 30


def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def unb64(text):
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    assert b64(data) == text, "another spelling of the same bytes"
    return data


def labelled(label, *parts):
    return label.encode() + b"\0" + b"".join(parts)


class Address:
    """W-05, as far as the tests use it: a host that is no IPv6 address."""

    def __init__(self, text):
        assert text.startswith("trueseal://")
        key, place = text[len("trueseal://"):].split("@")
        place, _, query = place.partition("?")
        self.text, self.key = text, bytes.fromhex(key)
        self.host, _, port = place.partition(":")
        self.receive, self.push = int(port or 7700), 7701
        if query:
            name, value = query.split("=")
            assert name == "push"
            self.push = int(value)


class Token:
    """W-04"""

    def __init__(self, x25519, ed25519, secret):
        self.x25519, self.ed25519, self.secret = x25519, ed25519, secret

    @staticmethod
    def check(keys):
        return hashlib.sha256(labelled("trueseal pairing token v1", keys)).digest()[:4]

    @classmethod
    def parse(cls, text):
        assert text.startswith("tsp1_")
        data = unb64(text[5:])
        assert len(data) == 100 and data[96:] == cls.check(data[:96])
        return cls(data[:32], data[32:64], data[64:96])

    def __str__(self):
        keys = self.x25519 + self.ed25519 + self.secret
        return "tsp1_" + b64(keys + self.check(keys))


class Session:
    """W-11 to W-13: one Noise session with the relay."""

    def __init__(self, address, port, pattern, static):
        self.socket = socket.create_connection((address.host, port), timeout=DEADLINE)
        self.socket.settimeout(None)
        self.noise = NoiseConnection.from_name(b"Noise_%s_25519_ChaChaPoly_SHA256" % pattern)
        self.noise.set_as_initiator()
        self.noise.set_prologue(PREFIX)
        if static is None:
            self.noise.set_keypair_from_public_bytes(Keypair.REMOTE_STATIC, address.key)
        else:
            self.noise.set_keypair_from_private_bytes(Keypair.STATIC, static)
        self.noise.start_handshake()
        self.socket.sendall(PREFIX)
        self.write(self.noise.write_message())
        self.noise.read_message(self.read())
        if static is not None:
            remote = self.noise.noise_protocol.handshake_state.rs.public_bytes
            assert remote == address.key, "another relay answered"
            self.write(self.noise.write_message())
        self.lock = threading.Lock()

    def write(self, message):
        self.socket.sendall(struct.pack(">H", len(message)) + message)

    def read(self):
        return self.exactly(struct.unpack(">H", self.exactly(2))[0])

    def exactly(self, count):
        data = b""
        while len(data) < count:
            more = self.socket.recv(count - len(data))
            if not more:
                raise EOFError
            data += more
        return data

    def send(self, kind, body=b""):
        with self.lock:
            frame = struct.pack(">BI", kind, len(body)) + body
            self.write(self.noise.encrypt(frame))

    def receive(self):
        frame = self.noise.decrypt(self.read())
        kind, length = struct.unpack(">BI", frame[:5])
        assert length == len(frame) - 5
        return kind, frame[5:]


def padme(length):
    """W-34"""
    exponent = length.bit_length() - 1
    low = exponent - exponent.bit_length()
    size = (length + (1 << low) - 1) >> low << low
    return max(256, size)


def envelope_key(shared, header):
    """W-30"""
    info = labelled("trueseal envelope v1", header)
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=info).derive(shared)


class Member:
    def __init__(self, ed25519, x25519, admission, label):
        self.ed25519, self.x25519 = ed25519, x25519
        self.admission, self.label = admission, label

    def encoded(self):
        return (self.ed25519 + self.x25519 + struct.pack(">QB", self.admission, len(self.label))
                + self.label)


class Manifest:
    """W-50 to W-52"""

    def __init__(self, encoded):
        self.encoded = encoded
        content, signature = encoded[:-64], encoded[-64:]
        assert content[0] == 1
        self.group, (self.version, flag) = content[1:33], struct.unpack(">QB", content[33:42])
        at = 42 + 32 * flag
        self.parent = content[42:at] if flag else None
        self.issuer, at = content[at:at + 32], at + 32
        at += 1 + 32 * content[at]
        count, at = content[at], at + 1
        self.members = []
        for _ in range(count):
            admission, length = struct.unpack(">QB", content[at + 64:at + 73])
            label = content[at + 73:at + 73 + length]
            assert len(label) == length
            self.members.append(
                Member(content[at:at + 32], content[at + 32:at + 64], admission, label))
            at += 73 + length
        assert at == len(content)
        VerifyKey(self.issuer).verify(
            labelled("trueseal manifest signature v1", content), signature)
        self.hash = hashlib.sha256(labelled("trueseal manifest v1", content)).digest()

    @classmethod
    def founding(cls, founder, joiner, signing):
        members = sorted([founder, joiner], key=lambda member: member.ed25519)
        content = (b"\1" + os.urandom(32) + struct.pack(">QB", 1, 0) + founder.ed25519 + b"\0"
                   + bytes([len(members)]) + b"".join(member.encoded() for member in members))
        signature = signing.sign(labelled("trueseal manifest signature v1", content)).signature
        return cls(content + signature)


class Device:
    def __init__(self, address, label):
        self.address, self.label = address, label.encode()
        self.signing, self.x25519_private = SigningKey.generate(), os.urandom(32)
        self.ed25519 = bytes(self.signing.verify_key)
        self.x25519 = crypto_scalarmult_base(self.x25519_private)
        self.sequence, self.manifest, self.window, self.trusted = 0, None, None, None
        self.handled, self.lock = set(), threading.Lock()
        self.inbox = Session(address, address.receive, b"XX", self.x25519_private)
        self.outbox = Session(address, address.push, b"NK", None)
        threading.Thread(target=self.listen, daemon=True).start()
        threading.Thread(target=self.beat, daemon=True).start()

    def beat(self):
        while True:
            self.inbox.send(HEARTBEAT)
            time.sleep(25)

    # The way out

    def push(self, recipient, tag, body, compress=True):
        with self.lock:
            self.sequence += 1
            envelope = self.sealed(recipient, tag, body, compress)
            self.outbox.send(PUSH, recipient + envelope)
            kind, answer = self.outbox.receive()
            assert kind == ACK, "the relay answered %d %s" % (kind, answer.hex())

    def sealed(self, recipient, tag, body, compress):
        ephemeral = os.urandom(32)
        header = struct.pack(">H", 1) + recipient + crypto_scalarmult_base(ephemeral)
        payload, codec = body, 0
        if compress and len(zlib.compress(body)) < len(body):
            payload, codec = zlib.compress(body), 1
        view = self.manifest.hash if self.manifest else bytes(32)
        said = (self.ed25519 + struct.pack(">QQ", self.sequence, time.time_ns() // 1_000_000)
                + view + struct.pack(">BBII", tag, codec, len(body), len(payload)) + payload)
        signed = labelled("trueseal envelope signature v1", header, said)
        said += self.signing.sign(signed).signature
        said += bytes(padme(len(said)) - len(said))
        key = envelope_key(crypto_scalarmult(ephemeral, recipient), header)
        return header + ChaCha20Poly1305(key).encrypt(bytes(12), said, header)

    def send(self, body):
        for member in self.manifest.members:
            if member.ed25519 != self.ed25519:
                self.push(member.x25519, SYNC, body)

    # The way in

    def listen(self):
        try:
            while True:
                kind, body = self.inbox.receive()
                if kind == DELIVER:
                    self.judge(body[8:])
                    self.inbox.send(DELIVER_ACK, body[:8])
        except EOFError:
            say(ended=True)
        except Exception as error:
            say(failed=repr(error))
            os._exit(1)

    def judge(self, envelope):
        header = envelope[:66]
        assert header[:34] == struct.pack(">H", 1) + self.x25519
        key = envelope_key(crypto_scalarmult(self.x25519_private, header[34:]), header)
        said = ChaCha20Poly1305(key).decrypt(bytes(12), envelope[66:], header)
        author, (sequence, timestamp) = said[:32], struct.unpack(">QQ", said[32:48])
        tag, codec, length, payload_length = struct.unpack(">BBII", said[80:90])
        end = 90 + payload_length
        assert len(said) == padme(end + 64) and not any(said[end + 64:])
        signed = labelled("trueseal envelope signature v1", header, said[:end])
        VerifyKey(author).verify(signed, said[end:end + 64])
        payload = said[90:end]
        body = zlib.decompress(payload) if codec else payload
        assert len(body) == length and (not codec or payload_length < length)
        if tag == PAIR:
            self.judge_pair(author, body)
        elif tag == GROUP_MANIFEST:
            self.judge_manifest(body)
        elif tag == SYNC and self.manifest and author in {m.ed25519 for m in self.manifest.members}:
            name = labelled("trueseal-message-id-v1", author, struct.pack(">Q", sequence))
            message = "tsm1_" + b64(hashlib.sha256(name).digest())
            if message not in self.handled:
                self.handled.add(message)
                say(received=body.hex(), id=message, author=b64(author))

    def pair_proof(self, secret, admitter_x25519, admitter_ed25519, claim):
        """W-40"""
        proven = labelled("trueseal pair proof v1", admitter_x25519, admitter_ed25519, claim)
        return hmac.new(secret, proven, hashlib.sha256).digest()

    def ask(self, token):
        self.trusted = token.ed25519
        claim = self.x25519 + self.ed25519 + bytes([len(self.label)]) + self.label
        proof = self.pair_proof(token.secret, token.x25519, token.ed25519, claim)
        self.push(token.x25519, PAIR, proof + claim, compress=False)

    def judge_pair(self, author, body):
        proof, claim = body[:32], body[32:]
        x25519, ed25519, label = claim[:32], claim[32:64], claim[65:]
        assert ed25519 == author and len(label) == claim[64]
        expected = self.pair_proof(self.window, self.x25519, self.ed25519, claim)
        assert hmac.compare_digest(proof, expected), "an unproven request"
        self.manifest = Manifest.founding(
            Member(self.ed25519, self.x25519, 1, self.label), Member(ed25519, x25519, 1, label),
            self.signing)
        encoded = self.manifest.encoded
        self.push(x25519, GROUP_MANIFEST, b"\1" + struct.pack(">H", len(encoded)) + encoded)
        self.tell()

    def judge_manifest(self, body):
        """W-43; the first is the message's own, and this peer only ever joins or hears of joins."""
        at, manifests = 1, []
        for _ in range(body[0]):
            length, = struct.unpack(">H", body[at:at + 2])
            manifests.append(Manifest(body[at + 2:at + 2 + length]))
            at += 2 + length
        assert at == len(body)
        if self.manifest is None:
            if not any(m.issuer == self.trusted and self.listed(m) for m in manifests):
                return
        for manifest in manifests:
            known = self.manifest
            better = known is None or (manifest.version, known.hash) > (known.version, manifest.hash)
            if better and self.listed(manifest):
                self.manifest = manifest
        self.tell()

    def listed(self, manifest):
        return any(m.ed25519 == self.ed25519 and m.x25519 == self.x25519
                   for m in manifest.members)

    def tell(self):
        say(members=sorted(b64(m.ed25519) for m in self.manifest.members),
            view=self.manifest.hash.hex())


lines = threading.Lock()


def say(**what):
    with lines:
        print(json.dumps(what), flush=True)


def main():
    verb, place = sys.argv[1:]
    if verb == "join":
        address, _, token = place.partition("#")
        device = Device(Address(address), "snake")
        say(me=b64(device.ed25519))
        device.ask(Token.parse(token))
    else:
        device = Device(Address(place), "snake")
        device.window = os.urandom(32)
        say(me=b64(device.ed25519),
            link=place + "#" + str(Token(device.x25519, device.ed25519, device.window)))
    for line in sys.stdin:
        command = json.loads(line)
        if "send" in command:
            device.send(bytes.fromhex(command["send"]))
            say(sent=command["send"])
        if command.get("quit"):
            return


main()
