internal import Foundation
package import TrueSealTerminal
package import TrueSealUpdater
internal import TrueSealUpdaterCrypto

/// What an app has compiled in, as far as its bundles depend on it: `app.json`.
///
/// The publisher checks its own releases with it, and `trueseal host` stands in for the app with it.
/// Nothing in it is secret.
package struct AppFacts: Codable, Equatable, Sendable {
  /// One bucket of data the app knows.
  package struct KnownBucket: Codable, Equatable, Sendable {
    package let bucket: String
    package let schemaMin: UInt64
    package let schemaMax: UInt64
  }

  package var appId: String
  /// The build of the host.
  package var build: UInt64 = 1
  package var bridgeMin: UInt64 = 1
  package var bridgeMax: UInt64 = 1
  package var buckets: [KnownBucket] = []
  /// The trusted public keys, each 64 hexadecimal digits.
  package var keys: [String]
  /// How many of them must sign (UX-05).
  package var required = 1
  /// Whether pointers must be signed and dated (UX-04).
  package var signedPointers = false

  static let fileName = "app.json"
  private static let byteCountMax = 65_536

  package init(appId: String, keys: [String]) {
    self.appId = appId
    self.keys = keys
  }

  /// Reads the file in a folder.
  ///
  /// - Throws: `Refusal`, storage, if there is none or it cannot be read.
  package init(in folder: String, on disk: Disk) throws(Refusal) {
    try self.init(at: "\(folder)/\(Self.fileName)", on: disk)
  }

  /// Reads a file.
  ///
  /// - Throws: `Refusal`, storage, if there is none or it cannot be read.
  package init(at path: String, on disk: Disk) throws(Refusal) {
    guard let bytes = try disk.whole(path, byteCountMax: Self.byteCountMax) else {
      throw Refusal(.storage, "there is no \(path); trueseal bundle init makes one")
    }
    guard bytes.count <= Self.byteCountMax,
      let facts = try? JSONDecoder().decode(Self.self, from: Data(bytes))
    else { throw Refusal(.storage, "\(path) cannot be read; put it right") }
    self = facts
  }

  /// The bytes of the file.
  func encoded() throws(Refusal) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let bytes = try? encoder.encode(self) else {
      throw Refusal(.unexpected, "app.json cannot be put into words")
    }
    return Array(bytes) + [0x0A]
  }

  /// The keys the app trusts.
  ///
  /// - Throws: `Refusal`, key unusable.
  package func trustedKeys() throws(Refusal) -> TrustedKeys {
    do {
      return try TrustedKeys(
        keys.map { Hex.bytes($0) ?? [] }, required: required, scheme: .trueSeal)
    } catch {
      throw Refusal(.keyUnusable, "the keys in app.json: \(error.detail)")
    }
  }

  /// The app's own checks, with the host the facts describe.
  ///
  /// - Throws: `Refusal`, usage, for numbers that bound nothing; key unusable.
  package func verifier() throws(Refusal) -> Verifier {
    guard bridgeMin <= bridgeMax, buckets.allSatisfy({ $0.schemaMin <= $0.schemaMax }) else {
      throw .usage("app.json has a lowest number above its highest")
    }
    let known = buckets.map { ($0.bucket, Bucket(schemas: $0.schemaMin...$0.schemaMax)) }
    // The type is not named: Foundation has one of that name.
    return Verifier(
      host: .init(
        appID: appId, build: build, bridge: bridgeMin...bridgeMax,
        buckets: Dictionary(known) { first, _ in first }),
      keys: try trustedKeys())
  }
}
