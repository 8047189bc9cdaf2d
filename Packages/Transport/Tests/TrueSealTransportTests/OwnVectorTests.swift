import Testing
import TrueSealCrypto
import TrueSealTransport

/// Known answers of our own, each of which a program in another language has computed as well.
@Suite struct `Our own answers` {
  @Test func `W-10 W-11 about the version prefix`() throws {
    let vectors = Vectors(named: "own-prefix")
    #expect(vectors.valid.count == 18)
    #expect(vectors.invalid.count == 28)
    for answer in vectors.valid + vectors.invalid {
      let bytes = answer.input.bytes("bytes")
      switch answer.op {
      case "versionPrefix":
        let prefix = VersionPrefix(version: UInt16(answer.input.number("version")))
        #expect(prefix.encoded() == answer.output.bytes("bytes"), "\(answer.id)")
      case "relayReadsPrefix":
        let prefix = try? VersionPrefix(decoding: bytes)
        let spoken = prefix?.refusal(speaking: answer.input.versions)
        let refusal = spoken.map { "relayVersionUnsupported{\($0.lowest),\($0.highest)}" }
        #expect(
          (prefix == nil ? "closedWithoutAnswer" : refusal) == answer.refusal, "\(answer.id)")
        guard answer.refusal == nil else { continue }
        #expect(UInt64(prefix?.version ?? 0) == answer.output.number("version"), "\(answer.id)")
      case "refusal":
        let refusal = VersionRefusal(answer.input.versions)
        #expect(refusal.encoded() == answer.output.bytes("bytes"), "\(answer.id)")
      case "deviceReadsRefusal" where answer.refusal == nil:
        let refusal = try VersionRefusal(decoding: bytes)
        #expect(refusal.supported == answer.output.versions, "\(answer.id)")
      case "deviceReadsRefusal":
        #expect(throws: TransportError(.malformed), "\(answer.id)") {
          try VersionRefusal(decoding: bytes)
        }
      default: Issue.record("\(answer.id) asks for \(answer.op)")
      }
    }
  }

  @Test func `W-20 W-22 W-23 about frames`() throws {
    let vectors = Vectors(named: "own-frames")
    #expect(vectors.valid.count == 29)
    #expect(vectors.invalid.count == 52)
    for answer in vectors.valid {
      let bytes = answer.input.bytes("bytes")
      #expect(try Frame(decoding: bytes) == answer.output.anyFrame, "\(answer.id)")
      #expect(answer.output.anyFrame?.encoded() == bytes, "\(answer.id)")
    }
    for answer in vectors.invalid {
      let error = TransportError(answer.refusal == "shortPush" ? .shortPush : .malformed)
      #expect(throws: error, "\(answer.id)") {
        try Frame(decoding: answer.input.bytes("bytes"))
      }
    }
  }

  @Test func `W-30 W-31 W-32 W-33 W-34 W-35 W-36 about envelopes`() throws {
    let vectors = Vectors(named: "own-envelope")
    #expect(vectors.valid("seal").count == 18)
    #expect(vectors.valid("openEnvelope").count == 2)
    #expect(vectors.invalid("openEnvelope").count == 60)
    for answer in vectors.valid("seal") { try check(sealing: answer) }
    for answer in vectors.valid("openEnvelope") + vectors.invalid("openEnvelope") {
      let key = try AgreementKey(secret: SecretBytes(answer.input.bytes("recipientPrivate")))
      var content: VerifiedContent?
      let outcome = Opening.open(
        answer.input.bytes("envelope"), with: key, tags: MessageTag.core, inflater: Inflater()
      ) { if $0 == "read" { content = $1 } }
      #expect(outcome.refusal == answer.refusal, "\(answer.id)")
      guard answer.refusal == nil else { continue }
      #expect(outcome == .body(answer.output.bytes("body")), "\(answer.id)")
      #expect(content?.author == answer.output.bytes("author"), "\(answer.id)")
      #expect(content?.sequence == answer.output.number("sequence"), "\(answer.id)")
      #expect(content?.view == answer.output.bytes("view"), "\(answer.id)")
      #expect(content?.codec == .deflated, "\(answer.id)")
    }
  }

  private func check(sealing answer: Vectors.Case) throws {
    let (input, output) = (answer.input, answer.output)
    let author = try SigningKey(seed: SecretBytes(input.bytes("authorSeed")))
    let ephemeral = try AgreementKey(secret: SecretBytes(input.bytes("ephemeralPrivate")))
    let header = EnvelopeHeader(
      recipient: input.bytes("recipient"), ephemeral: ephemeral.publicKey)
    let said = try Content(
      author: author.publicKey, sequence: input.number("sequence"),
      timestamp: input.number("timestamp"), view: input.bytes("view"),
      tag: MessageTag(rawValue: UInt8(input.number("tag"))), body: input.bytes("body"),
      compression: false, using: Deflater())
    let message = said.signedBytes(header: header)
    let signature = author.sign(message)
    let plaintext = said.plaintext(signature: signature)
    let envelope = try Opening.seal(plaintext, under: header, from: ephemeral)
    #expect(header.encoded() == output.bytes("header"), "\(answer.id)")
    #expect(Digest.sha256(message) == output.bytes("signedSha256"), "\(answer.id)")
    #expect(signature == output.bytes("signature"), "\(answer.id)")
    #expect(UInt64(plaintext.count) == output.number("plaintextLength"), "\(answer.id)")
    if envelope.count < 5_000 {
      #expect(envelope == output.bytes("envelope"), "\(answer.id)")
    } else {
      #expect(Digest.sha256(envelope) == output.bytes("envelopeSha256"), "\(answer.id)")
    }
  }
}

extension Fields {
  fileprivate var versions: ClosedRange<UInt16> {
    UInt16(number("lowest"))...UInt16(number("highest"))
  }

  fileprivate var anyFrame: Frame? {
    switch text("type") {
    case "Push": .push(recipient: bytes("recipient"), envelope: bytes("envelope"))
    case "Deliver": .deliver(blobID: number("blob"), envelope: bytes("envelope"))
    case "Heartbeat": .heartbeat
    case "Ack": .ack
    case "Error": .error(RefusalCode(rawValue: UInt8(number("code"))))
    case "DeliverAck": .deliverAck(blobID: number("blob"))
    default: nil
    }
  }
}
