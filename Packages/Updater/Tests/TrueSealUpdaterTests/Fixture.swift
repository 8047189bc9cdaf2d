import TrueSealCrypto
import TrueSealUpdaterCrypto

@testable import TrueSealUpdater

/// A manifest, its signatures and its keys, made with Python 3.11 (`json`, `hashlib`) and its
/// package `cryptography` 48; the seeds are those of RFC 8032, section 7.1, tests 1 and 2.
enum Fixture {
  static let manifest =
    #"{"format":1,"appId":"com.example.app","seq":43,"floor":40,"urgent":false,"#
    + #""entry":"index.html","commit":"9f2c1e7","#
    + #""requires":{"host":1,"bridge":14,"data":[{"bucket":"menu","schema":3}]},"files":["#
    + "{\"path\":\"css/\u{e9}t\u{e9}.css\","
    + #""sha256":"7c98040a541657584690ae2a1cc3b42a8b53b159cc60c5d3abbfecbaeac6c94a","size":6},"#
    + #"{"path":"index.html","#
    + #""sha256":"2c35ceb98d7757a74449079db9858dba4af1e87c41932a675471f3daea01886f","size":8}]}"#

  static let keys = [
    "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
    "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
  ]
  static let keyIDs = ["21fe31dfa154a261", "39f713d0a644253f"]
  static let signatures = [
    "unKH9zCdbfhykmwoOD0ndxBnoVbxk0A1YuvFqGOwsqaIM839G0uxlCvtZRNvKPcVfNOa8c2HFsXrnyhqOWnkAg==",
    "8H9lMpovdN9vVIIYQ3h5mUNZcjOY2IR5siu2ndXy0xd2DbHHyWGsgLXc3xaL+SRauQ+uAonZ9JpCEFkizgENBA==",
  ]
  /// The first signature with the group's order added to its scalar: the same equation holds.
  static let malleated =
    "unKH9zCdbfhykmwoOD0ndxBnoVbxk0A1YuvFqGOwsqZ1B8NaNq7D7AGKXbZNItYqfNOa8c2HFsXrnyhqOWnkEg=="
  /// By the first key over the manifest's bytes alone, without the label.
  static let unlabelled =
    "uPHfYLYtiE81yT9cjyRX7hB8LUngxljTWN2LF2DfBy9P4N+tacYEaPyuAECIz3t//4jBxvvoQZqdVEjEbU44DQ=="

  static let pointer = #"{"format":1,"seq":43,"rollout":25,"notAfter":1800000000}"#
  /// By the first key, for channel `stable`.
  static let pointerSignature =
    "8nku3cMs6pVrvckVuvLmXnqnmd4szkhSicEHKrGwf4HlQd5XZwYxdsBO18fm1pE1sfeOE/lByYqfuC8rI2LeBw=="

  private static let seeds = [
    "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
    "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
  ]

  static var manifestBytes: [UInt8] { Array(manifest.utf8) }

  /// The signature file of entries of key id and signature.
  static func file(_ entries: [(id: String, signature: String)]) -> [UInt8] {
    let list = entries.map { #"{"keyId":"\#($0.id)","sig":"\#($0.signature)"}"# }
    return Array(#"{"format":1,"sigs":[\#(list.joined(separator: ","))]}"#.utf8)
  }

  /// The manifest's signature file by the first key.
  static var signature: [UInt8] { file([(keyIDs[0], signatures[0])]) }

  /// A signature file over other bytes, by one of the two keys.
  static func sign(_ manifest: [UInt8], by key: Int = 0) throws -> [UInt8] {
    let seed = SecretBytes(try bytes(seeds[key]))
    let signature = try SigningKey(seed: seed).sign(SignedMessage.manifest(manifest))
    return file([(keyIDs[key], Base64.text(signature))])
  }

  static func bytes(_ hexadecimal: String) throws -> [UInt8] {
    guard let bytes = Hexadecimal.bytes(hexadecimal) else {
      throw UpdaterError(.badText, "no hexadecimal digits")
    }
    return bytes
  }

  static func trusted(_ indices: [Int] = [0], required: Int = 1) throws -> TrustedKeys {
    try TrustedKeys(indices.map { try bytes(keys[$0]) }, required: required, scheme: .trueSeal)
  }

  static let host = Host(
    appID: "com.example.app", build: 1, bridge: 10...14, buckets: ["menu": Bucket(schemas: 1...3)])

  static func verifier(_ indices: [Int] = [0], required: Int = 1) throws -> Verifier {
    Verifier(host: host, keys: try trusted(indices, required: required))
  }

  /// A phone that may take release 43.
  static var state: Activation.State {
    Phone(current: 42, previous: 41, bad: [39], floor: 40).state
  }
}
