import Testing
import TrueSealCrypto
import TrueSealTransport

/// Envelopes an independent implementation made, and how it took envelopes apart.
///
/// Compressors differ in what they write for one body. So where a payload is deflated, its bytes
/// are taken from the known answer and ours are only read back; all other bytes must be equal.
@Suite struct `Known answers about envelopes` {
  @Test(arguments: Vectors.all.valid("seal"))
  func `W-31 W-32 W-33 W-34 envelope that is sealed`(answer: Vectors.Case) throws {
    let (input, output) = (answer.input, answer.output)
    let author = try SigningKey(seed: SecretBytes(input.bytes("authorSeed")))
    let ephemeral = try AgreementKey(secret: SecretBytes(input.bytes("ephemeralPrivate")))
    let header = EnvelopeHeader(
      recipient: input.bytes("recipient"), ephemeral: ephemeral.publicKey)
    #expect(header.encoded() == output.bytes("header"))

    let codec = try #require(Codec(rawValue: UInt8(input.number("codec"))))
    let said = try Content(
      author: author.publicKey, sequence: input.number("sequence"),
      timestamp: input.number("timestamp"), view: input.bytes("view"),
      tag: MessageTag(rawValue: UInt8(input.number("tag"))), body: input.bytes("body"),
      compression: codec == .deflated, using: Deflater())
    #expect(said.codec == codec)
    if said.payload == input.bytes("payload") {
      let message = said.signedBytes(header: header)
      let signature = author.sign(message)
      #expect(Digest.sha256(message) == output.bytes("signedSha256"))
      #expect(signature == output.bytes("signature"))
      let plaintext = said.plaintext(signature: signature)
      #expect(UInt64(plaintext.count) == output.number("plaintextLength"))
      let envelope = try Opening.seal(plaintext, under: header, from: ephemeral)
      #expect(envelope == output.bytes("envelope"))
    } else {
      #expect(codec == .deflated, "only deflated payloads may differ")
      try expectSame(said, as: answer, header: header)
    }
  }

  /// Checks all bytes of a known answer but the payload, and that our payload is as good.
  private func expectSame(
    _ said: Content, as answer: Vectors.Case, header: EnvelopeHeader
  ) throws {
    let (input, output) = (answer.input, answer.output)
    var known = HandMadeContent()
    (known.author, known.view) = (said.author, said.view)
    (known.sequence, known.timestamp) = (said.sequence, said.timestamp)
    (known.tag, known.codec) = (said.tag.rawValue, said.codec.rawValue)
    known.bodyByteCount = UInt32(input.bytes("body").count)
    known.payload = input.bytes("payload")
    known.signature = output.bytes("signature")
    #expect(UInt64(known.plaintext.count) == output.number("plaintextLength"))
    let read = try UnverifiedContent(
      decoding: known.plaintext, tags: MessageTag.core.union([.conversation]))
    #expect(Digest.sha256(read.signedBytes(header: header)) == output.bytes("signedSha256"))
    let ours = try Inflater().inflate(said.payload.span, byteCount: said.bodyByteCount)
    #expect(ours == input.bytes("body"))
    #expect(said.payload.count < said.bodyByteCount)
  }

  @Test(arguments: Vectors.all.valid("openEnvelope"))
  func `W-31 W-32 W-33 W-35 envelope that is opened`(answer: Vectors.Case) throws {
    let (input, output) = (answer.input, answer.output)
    let key = try AgreementKey(secret: SecretBytes(input.bytes("recipientPrivate")))
    var contents: [VerifiedContent] = []
    let outcome = Opening.open(
      input.bytes("envelope"), with: key, tags: input.tags, inflater: Inflater()
    ) { stage, content in
      if stage == "read", let content { contents.append(content) }
    }
    #expect(outcome == .body(output.bytes("body")))
    let content = try #require(contents.first)
    #expect(content.author == output.bytes("author"))
    #expect(content.sequence == output.number("sequence"))
    #expect(content.timestamp == output.number("timestamp"))
    #expect(content.view == output.bytes("view"))
    #expect(UInt64(content.tag.rawValue) == output.number("tag"))
    #expect(UInt64(content.codec.rawValue) == output.number("codec"))
  }

  @Test(arguments: Vectors.all.invalid("openEnvelope"))
  func `W-32 W-33 W-34 W-35 W-36 envelope that is refused`(answer: Vectors.Case) throws {
    let key = try AgreementKey(secret: SecretBytes(answer.input.bytes("recipientPrivate")))
    let outcome = Opening.open(
      answer.input.bytes("envelope"), with: key, tags: answer.input.tags, inflater: Inflater())
    #expect(outcome.refusal == answer.refusal)
  }
}

extension Fields {
  fileprivate var tags: Set<MessageTag> {
    flag("sessionReset") ? MessageTag.core.union([.conversation]) : MessageTag.core
  }
}
