/// The signatures beside a manifest or a pointer: `manifests/<seq>.json.sig`.
public struct SignatureFile: Hashable, Sendable {
  /// One key's signature.
  public struct Entry: Hashable, Sendable {
    /// Whose it is.
    public let keyID: KeyID
    /// 64 bytes of Ed25519.
    public let signature: [UInt8]

    /// - Throws: `UpdaterError`, code `badText`, unless the signature is 64 bytes in canonical form.
    public init(keyID: KeyID, signature: [UInt8]) throws(UpdaterError) {
      guard Ed25519Form.isSignature(signature) else {
        throw UpdaterError(.badText, "no signature in canonical form")
      }
      self.keyID = keyID
      self.signature = signature
    }
  }

  /// 1 to 4 signatures by different keys.
  public let entries: [Entry]

  /// - Throws: `UpdaterError`, codes `outOfRange` and `conflict`.
  public init(_ entries: [Entry]) throws(UpdaterError) {
    guard (1...UpdaterLimits.keyCountMax).contains(entries.count) else {
      throw UpdaterError(.outOfRange, "\(entries.count) signatures")
    }
    guard Set(entries.map(\.keyID)).count == entries.count else {
      throw UpdaterError(.conflict, "a key signs twice")
    }
    self.entries = entries
  }

  /// Reads a signature file strictly.
  ///
  /// - Throws: `UpdaterError`, by what is wrong with the bytes.
  public init(decoding bytes: [UInt8]) throws(UpdaterError) {
    var reader = try JSONReader(bytes, byteCountMax: UpdaterLimits.signatureByteCountMax)
    try Encoding.check(bytes)
    var format: UInt64?
    var entries: [Entry]?
    try reader.object { (reader, key) throws(UpdaterError) in
      switch key {
      case "format": format = try reader.integer(in: 0...UInt64.max)
      case "sigs":
        var read: [Entry] = []
        try reader.array(countMax: UpdaterLimits.keyCountMax) { (reader) throws(UpdaterError) in
          read.append(try Self.entry(&reader))
        }
        entries = read
      case _: throw UpdaterError(.unknownKey, "a signature file has no such key")
      }
    }
    try reader.end()
    guard let format, let entries else {
      throw UpdaterError(.missingKey, "a signature file lacks a key")
    }
    guard format == UpdaterLimits.format else {
      throw UpdaterError(.unknownFormat, "a signature file of format \(format)")
    }
    try self.init(entries)
  }

  private static func entry(_ reader: inout JSONReader) throws(UpdaterError) -> Entry {
    var keyID: KeyID?
    var signature: [UInt8]?
    try reader.object { (reader, key) throws(UpdaterError) in
      switch key {
      case "keyId":
        let text = try reader.string(byteCountMax: 16)
        guard let read = KeyID(hexadecimal: text) else {
          throw UpdaterError(.badText, "a key id is not 16 lower-case hexadecimal digits")
        }
        keyID = read
      case "sig":
        let text = try reader.string(byteCountMax: 88)
        guard text.utf8.count == 88, let read = Base64.bytes(text) else {
          throw UpdaterError(.badText, "a signature is not 88 characters of base64")
        }
        signature = read
      case _: throw UpdaterError(.unknownKey, "a signature has no such key")
      }
    }
    guard let keyID, let signature else {
      throw UpdaterError(.missingKey, "a signature lacks a key")
    }
    return try Entry(keyID: keyID, signature: signature)
  }

  /// The bytes a publisher puts up.
  public var encoded: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("format")
      writer.integer(UpdaterLimits.format)
      writer.key("sigs")
      writer.array(entries) { writer, entry in
        writer.object { writer in
          writer.key("keyId")
          writer.string(entry.keyID.description)
          writer.key("sig")
          writer.string(Base64.text(entry.signature))
        }
      }
    }
    return writer.bytes
  }
}
