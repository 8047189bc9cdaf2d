import Foundation
import Testing
import TrueSealCrypto
import TrueSealRatchet

/// A ratchet of the Python packages DoubleRatchet and X3DH, asked line by line.
final class RatchetPeer {
  private let child: Child
  private var answers = 0

  init(_ role: String) throws {
    child = try Python.run("ratchet_peer.py", role)
  }

  deinit { child.kill() }

  /// What the peer did with a message.
  enum Reading: Equatable {
    case text([UInt8])
    case refused(String, isUnchanged: Bool)
  }

  func next() throws -> [String: Any] {
    answers += 1
    let line = try child.line(answers)
    return try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  func ask(_ question: [String: Any]) throws -> [String: Any] {
    child.write(
      String(decoding: try JSONSerialization.data(withJSONObject: question), as: UTF8.self))
    return try next()
  }

  /// Encrypts the text as often as wanted, and asks all of it before it hears an answer.
  func encrypt(_ text: [UInt8], times: Int = 1) throws -> [RatchetMessage] {
    let question = String(
      decoding: try JSONSerialization.data(withJSONObject: ["send": Hexadecimal.encode(text)]),
      as: UTF8.self)
    for _ in 0..<times { child.write(question) }
    return try (0..<times).map { _ in
      try RatchetMessage(decoding: Self.bytes(next()["message"]))
    }
  }

  func decrypt(_ message: RatchetMessage, opening: [String: String]? = nil) throws -> Reading {
    var question: [String: Any] = ["receive": Hexadecimal.encode(message.encoded)]
    question["opening"] = opening
    let answer = try ask(question)
    if let text = answer["text"] { return .text(try Self.bytes(text)) }
    let name = try #require(answer["refused"] as? String)
    return .refused(name, isUnchanged: try #require(answer["unchanged"] as? Bool))
  }

  static func bytes(_ value: Any?) throws -> [UInt8] {
    try Hexadecimal.decode(try #require(value as? String))
  }
}

// MARK: Sessions with it

extension RatchetPeer {
  private static func fields(_ value: Any?) throws -> [String: [UInt8]] {
    let fields = try #require(value as? [String: String])
    var bytes: [String: [UInt8]] = [:]
    for (name, text) in fields { bytes[name] = try Hexadecimal.decode(text) }
    return bytes
  }

  /// Opens a session with the peer's bundle; returns ours and what the peer needs to answer it.
  func beginWithUs(
    withOneTimePrekey: Bool
  ) throws -> (ratchet: Ratchet, opening: [String: String]) {
    let fields = try Self.fields(next()["bundle"])
    let prekey = PrekeyBundle.PublicPrekey(id: 1, key: try #require(fields["oneTimePrekey"]))
    let bundle = PrekeyBundle(
      identity: try #require(fields["identity"]),
      signedPrekey: .init(id: 0, key: try #require(fields["signedPrekey"])),
      signature: try #require(fields["signature"]),
      oneTimePrekey: withOneTimePrekey ? prekey : nil)
    let own = SigningKey.generate(from: .system)
    let ratchet = try Ratchet.initiating(
      with: bundle.checked(for: bundle.identity), identity: own)
    let opening = try #require(ratchet.opening)
    return (
      ratchet,
      [
        "identity": Hexadecimal.encode(own.publicKey),
        "openingKey": Hexadecimal.encode(opening.openingKey),
        "signedPrekey": Hexadecimal.encode(bundle.signedPrekey.key),
        "oneTimePrekey": withOneTimePrekey ? Hexadecimal.encode(prekey.key) : "",
      ]
    )
  }

  /// Has the peer open a session with a bundle of ours; returns ours and the peer's first message.
  func answerIt(
    withOneTimePrekey: Bool, firstText: [UInt8]
  ) throws -> (ratchet: Ratchet, message: RatchetMessage) {
    let own = SigningKey.generate(from: .system)
    let signed = Prekey.generate(id: 3, from: .system)
    let oneTime = withOneTimePrekey ? Prekey.generate(id: 0, from: .system) : nil
    let bundle = PrekeyBundle(identity: own, signedPrekey: signed, oneTimePrekey: oneTime)
    let answer = try ask([
      "bundle": [
        "identity": Hexadecimal.encode(bundle.identity),
        "signedPrekey": Hexadecimal.encode(bundle.signedPrekey.key),
        "signature": Hexadecimal.encode(bundle.signature),
        "oneTimePrekey": bundle.oneTimePrekey.map { Hexadecimal.encode($0.key) } ?? "",
      ], "send": Hexadecimal.encode(firstText),
    ])
    let fields = try Self.fields(answer["opening"])
    #expect(fields["signedPrekey"] == bundle.signedPrekey.key)
    #expect(fields["oneTimePrekey"] == bundle.oneTimePrekey?.key ?? [])
    let opening = Opening(
      openingKey: try #require(fields["openingKey"]), signedPrekeyID: 3,
      oneTimePrekeyID: bundle.oneTimePrekey?.id)
    let ratchet = try Ratchet.responding(
      to: opening, of: try #require(fields["identity"]), identity: own, signedPrekey: signed,
      oneTimePrekey: oneTime)
    return (ratchet, try RatchetMessage(decoding: Self.bytes(answer["message"])))
  }
}
