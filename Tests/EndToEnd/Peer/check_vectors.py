"""Computes every known answer of our own anew, from the wire rules alone.

    check_vectors.py [ROOT]     ROOT is the top of the repository (three folders up)

Reads Packages/*/Tests/Vectors/own-*.json, prints what differs and how many cases agree, and exits
with 1 where one does not. Names such as W-31 are rule ids.
"""
import base64, binascii, glob, hashlib, ipaddress, json, os, re, struct, sys, unicodedata, zlib

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from nacl.bindings import crypto_core_ed25519_is_valid_point
from nacl.exceptions import CryptoError
from nacl.signing import SigningKey, VerifyKey

STORED_MAX = 2**63 - 1
BODY_MAX = 61_440

class Refused(Exception):
    pass

def need(holds, name="malformed"):
    if not holds:
        raise Refused(name)

def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()

def b64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

def unb64(text, name):
    need(re.fullmatch(r"[A-Za-z0-9_-]*", text, re.ASCII) and "\n" not in text, name)
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except binascii.Error:
        raise Refused(name)
    need(b64(data) == text, name)
    return data

def unhex(value):
    if isinstance(value, str):
        return bytes.fromhex(value)
    return b"".join(bytes.fromhex(piece) * count for piece, count in value)


# Keys (W-06)
def x25519(secret, public):
    return X25519PrivateKey.from_private_bytes(secret).exchange(
        X25519PublicKey.from_public_bytes(public))

def x25519_public(secret):
    key = X25519PrivateKey.from_private_bytes(secret).public_key()
    return key.public_bytes(Encoding.Raw, PublicFormat.Raw)

def is_agreement_key(key):
    if int.from_bytes(key, "little") >= 2**255 - 19:
        return False
    try:
        x25519(b"\x08" + bytes(30) + b"\x40", key)
    except ValueError:
        return False
    return True

def is_signing_key(key):
    return bool(crypto_core_ed25519_is_valid_point(key))

def verifies(signature, message, key):
    try:
        VerifyKey(key).verify(message, signature)
    except (CryptoError, ValueError):
        return False
    return True


# Names (W-01, W-04)
def message_id(field):
    author, sequence = unhex(field["author"]), field["sequence"]
    digest = sha256(b"trueseal-message-id-v1\0", author, struct.pack(">Q", sequence))
    return {"text": "tsm1_" + b64(digest)}

def parse_message_id(field):
    text = field["text"]
    need(text.startswith("tsm1_") and len(text) == 48)
    need(len(unb64(text[5:], "malformed")) == 32)
    return {}

def token_check(keys):
    return sha256(b"trueseal pairing token v1\0", keys)[:4]

def pairing_token(field):
    keys = unhex(field["x25519"]) + unhex(field["ed25519"]) + unhex(field["secret"])
    return {"text": "tsp1_" + b64(keys + token_check(keys))}

def parse_pairing_token(field):
    wrong = "invalidPairingToken"
    need(field["text"].startswith("tsp1_"), wrong)
    data = unb64(field["text"][5:], wrong)
    need(len(data) == 100 and data[96:] == token_check(data[:96]), wrong)
    need(is_agreement_key(data[:32]) and is_signing_key(data[32:64]), wrong)
    return {"x25519": data[:32].hex(), "ed25519": data[32:64].hex(), "secret": data[64:96].hex()}


# Relay Address (W-05)
def parse_relay_address(field):
    wrong = "invalidRelayAddress"
    port = r"([1-9][0-9]{0,4})"
    match = re.fullmatch(
        r"trueseal://([0-9A-Fa-f]{64})@(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_.-]+)"
        rf"(?::{port})?(?:\?push={port})?", field["text"], re.ASCII)
    need(match, wrong)
    key, place, receive, push = match.groups()
    need(not field["text"].endswith("\n") and is_agreement_key(bytes.fromhex(key)), wrong)
    if place.startswith("["):
        host = place[1:-1]
        try:
            ipaddress.IPv6Address(host)
        except ValueError:
            raise Refused(wrong)
    else:
        host = place
        need(len(host) <= 253 and all(1 <= len(part) <= 63 for part in host.split(".")), wrong)
    need(all(int(number) <= 65_535 for number in (receive, push) if number), wrong)
    text = f"trueseal://{key.lower()}@{place}" + (f":{receive}" if receive else "")
    return {
        "key": key.lower(), "host": host, "receive": int(receive or 7700),
        "push": int(push or 7701), "text": text + (f"?push={push}" if push else ""),
    }


# Version prefix (W-10, W-11)
def version_prefix(field):
    return {"bytes": (b"TRUESEAL" + struct.pack(">H", field["version"])).hex()}

def relay_reads_prefix(field):
    data = unhex(field["bytes"])
    need(len(data) == 10 and data[:8] == b"TRUESEAL", "closedWithoutAnswer")
    version, lowest, highest = struct.unpack(">H", data[8:])[0], field["lowest"], field["highest"]
    need(lowest <= version <= highest, f"relayVersionUnsupported{{{lowest},{highest}}}")
    return {"version": version}

def refusal(field):
    return {"bytes": (b"TSREFUSE" + struct.pack(">HH", field["lowest"], field["highest"])).hex()}

def device_reads_refusal(field):
    data = unhex(field["bytes"])
    need(len(data) == 12 and data[:8] == b"TSREFUSE")
    lowest, highest = struct.unpack(">HH", data[8:])
    need(1 <= lowest <= highest and not lowest <= 1 <= highest)
    return {"lowest": lowest, "highest": highest}


# Frames (section 3)
def decode_frame(field):
    data = unhex(field["bytes"])
    need(5 <= len(data) <= 65_519)
    kind, count = struct.unpack(">BI", data[:5])
    body = data[5:]
    need(1 <= kind <= 6 and count == len(body))
    if kind == 1:
        need(len(body) >= 33, "shortPush")
        return {"type": "Push", "recipient": body[:32].hex(), "envelope": body[32:].hex()}
    if kind == 2:
        need(len(body) >= 8)
        return {
            "type": "Deliver", "blob": struct.unpack(">Q", body[:8])[0], "envelope": body[8:].hex()}
    need(len(body) == {3: 0, 4: 0, 5: 1, 6: 8}[kind])
    if kind == 5:
        return {"type": "Error", "code": body[0]}
    if kind == 6:
        return {"type": "DeliverAck", "blob": struct.unpack(">Q", body)[0]}
    return {"type": {3: "Heartbeat", 4: "Ack"}[kind]}


# Envelope (section 4)
def padded(count):
    exponent = count.bit_length() - 1
    step = 1 << max(0, exponent - exponent.bit_length())
    return max(256, -(-count // step) * step)

def envelope_key(shared, header):
    info = b"trueseal envelope v1\0" + header
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=info).derive(shared)

def signed_bytes(header, spoken):
    return b"trueseal envelope signature v1\0" + header + spoken

def seal(field):
    ephemeral, recipient = unhex(field["ephemeralPrivate"]), unhex(field["recipient"])
    author, body = SigningKey(unhex(field["authorSeed"])), unhex(field["body"])
    header = struct.pack(">H", 1) + recipient + x25519_public(ephemeral)
    spoken = bytes(author.verify_key) + struct.pack(">QQ", field["sequence"], field["timestamp"])
    spoken += unhex(field["view"]) + struct.pack(">BBII", field["tag"], 0, len(body), len(body))
    spoken += body
    message = signed_bytes(header, spoken)
    signature = author.sign(message).signature
    plaintext = (spoken + signature).ljust(padded(len(spoken) + 64), b"\0")
    key = envelope_key(x25519(ephemeral, recipient), header)
    envelope = header + ChaCha20Poly1305(key).encrypt(bytes(12), plaintext, header)
    return {
        "header": header.hex(), "signedSha256": sha256(message).hex(), "signature": signature.hex(),
        "plaintextLength": len(plaintext), "envelope": envelope.hex(),
        "envelopeSha256": sha256(envelope).hex(),
    }

def open_envelope(field):
    data, secret = unhex(field["envelope"]), unhex(field["recipientPrivate"])
    need(len(data) >= 2)
    version, header = struct.unpack(">H", data[:2])[0], data[:66]
    need(version != 0, "unreadable(senderOutdated)")
    ours = len(data) >= 338 and header[2:34] == x25519_public(secret)
    need(version == 1 or not ours, f"heldForUpgrade({version})")
    need(ours and version == 1 and len(data) <= 63_570)
    try:
        key = envelope_key(x25519(secret, header[34:]), header)
        plaintext = ChaCha20Poly1305(key).decrypt(bytes(12), data[66:], header)
    except (ValueError, InvalidTag):
        raise Refused("malformed")
    return read_content(plaintext, header)

def read_content(plaintext, header):
    author, view = plaintext[:32], plaintext[48:80]
    sequence, timestamp = struct.unpack(">QQ", plaintext[32:48])
    tag, codec, count, payload_count = struct.unpack(">BBII", plaintext[80:90])
    end = 90 + payload_count + 64
    need(end <= len(plaintext) and padded(end) == len(plaintext) and not any(plaintext[end:]))
    need(sequence <= STORED_MAX and timestamp <= STORED_MAX)
    need(tag in (1, 2, 3, 4) and codec in (0, 1) and count <= BODY_MAX)
    spoken, signature = plaintext[:end - 64], plaintext[end - 64:end]
    payload = spoken[90:]
    need(payload_count == count if codec == 0 else payload_count < count and tag in (2, 4))
    need(verifies(signature, signed_bytes(header, spoken), author))
    body = payload if codec == 0 else inflated(payload, count)
    return {
        "author": author.hex(), "sequence": sequence, "timestamp": timestamp, "view": view.hex(),
        "tag": tag, "codec": codec, "body": body.hex(),
    }

def inflated(payload, count):
    reader = zlib.decompressobj(15)
    try:
        body = reader.decompress(payload, count + 1)
    except zlib.error:
        raise Refused("malformed")
    need(reader.eof and len(body) == count and not reader.unused_data)
    return body


# Manifests (section 5, W-03, W-43)
def check_label(data):
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise Refused("malformed")
    need(1 <= len(data) <= 64 and text[0] != " " and text[-1] != " ")
    turning = "\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
    need(all(unicodedata.category(c) != "Cc" and c not in turning for c in text))
    return text

class Reader:
    def __init__(self, data):
        self.data = data

    def take(self, count):
        need(len(self.data) >= count)
        taken, self.data = self.data[:count], self.data[count:]
        return taken

    def number(self, count):
        return int.from_bytes(self.take(count), "big")

def ascends(values):
    return all(a < b for a, b in zip(values, values[1:]))

def read_manifest(data):
    reader = Reader(data)
    need(reader.number(1) == 1)
    group, version, flag = reader.take(32), reader.number(8), reader.number(1)
    need(1 <= version <= STORED_MAX and flag == (version != 1))
    parent = reader.take(32) if flag else None
    issuer = reader.take(32)
    on_behalf = [reader.take(32) for _ in range(reader.number(1))]
    need(ascends(on_behalf) and (flag or not on_behalf))
    members = []
    for _ in range(reader.number(1)):
        keys, admission = (reader.take(32), reader.take(32)), reader.number(8)
        need(1 <= admission <= version)
        label = check_label(reader.take(reader.number(1)))
        members.append((*keys, admission, label))
    need(1 <= len(members) <= 32 and ascends([member[0] for member in members]))
    need(len({key for member in members for key in member[:2]}) == 2 * len(members))
    need(all(is_signing_key(m[0]) and is_agreement_key(m[1]) for m in members))
    content, signature = data[:len(data) - len(reader.data)], reader.take(64)
    need(not reader.data)
    message = b"trueseal manifest signature v1\0" + content
    out = {
        "issuer": issuer.hex(), "hash": sha256(b"trueseal manifest v1\0", content).hex(),
        "group": group.hex(), "version": version, "onBehalf": [h.hex() for h in on_behalf],
        "members": [
            {"ed25519": m[0].hex(), "x25519": m[1].hex(), "admission": m[2], "label": m[3]}
            for m in members],
    }
    return out | ({"parent": parent.hex()} if flag else {}), (signature, message, issuer)

def decode_manifest(field):
    out, signed = read_manifest(unhex(field["bytes"]))
    need(verifies(*signed))
    return out

def manifest(field):
    key, parent = SigningKey(unhex(field["issuerSeed"])), field.get("parent")
    content = b"\1" + unhex(field["group"]) + struct.pack(">QB", field["version"], parent is not None)
    content += unhex(parent or "") + bytes(key.verify_key) + bytes([len(field["onBehalf"])])
    content += b"".join(sorted(map(unhex, field["onBehalf"]))) + bytes([len(field["members"])])
    for member in sorted(field["members"], key=lambda member: member["ed25519"]):
        label = member["label"].encode()
        content += unhex(member["ed25519"]) + unhex(member["x25519"])
        content += struct.pack(">QB", member["admission"], len(label)) + label
    signature = key.sign(b"trueseal manifest signature v1\0" + content).signature
    return {
        "content": content.hex(), "hash": sha256(b"trueseal manifest v1\0", content).hex(),
        "signature": signature.hex(), "encoded": (content + signature).hex(),
    }

def group_manifest(field):
    manifests = [unhex(one) for one in field["manifests"]]
    parts = [struct.pack(">H", len(one)) + one for one in manifests]
    return {"body": (bytes([len(manifests)]) + b"".join(parts)).hex()}

def decode_group_manifest(field):
    reader = Reader(unhex(field["body"]))
    count = reader.number(1)
    need(count > 0)
    manifests = [reader.take(reader.number(2)) for _ in range(count)]
    need(not reader.data)
    for one in manifests:
        read_manifest(one)
    return {"manifests": [one.hex() for one in manifests]}


OPERATIONS = {
    "messageId": message_id, "parseMessageId": parse_message_id, "pairingToken": pairing_token,
    "parsePairingToken": parse_pairing_token, "parseRelayAddress": parse_relay_address,
    "versionPrefix": version_prefix, "relayReadsPrefix": relay_reads_prefix, "refusal": refusal,
    "deviceReadsRefusal": device_reads_refusal, "decodeFrame": decode_frame, "seal": seal,
    "openEnvelope": open_envelope, "manifest": manifest, "decodeManifest": decode_manifest,
    "groupManifest": group_manifest, "decodeGroupManifest": decode_group_manifest,
}

def agrees(case):
    """Whether the case says what the rules say; `out` may leave out what `in` implies."""
    try:
        out = OPERATIONS[case["op"]](case["in"])
    except Refused as refused:
        return str(refused) == case.get("refusal")
    return "out" in case and all(out.get(name) == value for name, value in case["out"].items())

def main():
    here = os.path.dirname(os.path.abspath(__file__))
    root = sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, "..", "..", "..")
    files = sorted(glob.glob(os.path.join(root, "Packages/*/Tests/Vectors/own-*.json")))
    wrong = right = 0
    for path in files:
        with open(path, encoding="utf-8") as file:
            for case in json.load(file)["cases"]:
                if agrees(case):
                    right += 1
                else:
                    wrong += 1
                    print(f"{os.path.basename(path)}: {case['id']} differs")
    print(f"{right} cases in {len(files)} files agree, {wrong} differ")
    return 0 if right and not wrong else 1


if __name__ == "__main__":
    sys.exit(main())
