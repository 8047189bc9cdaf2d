internal import TrueSealCrypto
internal import TrueSealRelayLink
internal import TrueSealStore
internal import TrueSealTransport

/// What can be found out without opening anything.
extension TrueSeal {
  /// The process that has a namespace's store open, or nil when none has; asking disturbs nobody.
  public static func holder(storage: String, namespace: String = "default") -> Int? {
    guard isValidNamespace(namespace) else { return nil }
    return Database.holder(directory: storage, name: namespace)
  }

  /// The version of SQLite this library runs on.
  public static var engineVersion: String { Database.engineVersion }

  /// The version of libsodium this library runs on.
  public static var cryptoVersion: String { CryptoEngine.version }

  /// The version of zlib this library runs on.
  public static var compressionVersion: String { Deflater.engineVersion }

  /// The one spelling of a Relay Address (W-05).
  ///
  /// - Throws: `invalidRelayAddress`.
  public static func canonicalRelayAddress(_ text: String) throws(TrueSealError) -> String {
    guard let address = try? RelayAddress(parsing: text) else { throw .invalidRelayAddress }
    return address.description
  }

  /// Says whether two Relay Addresses lead to the same ports of the same host and prove the same key.
  public static func isSameRelay(_ one: String, _ other: String) -> Bool {
    guard let one = try? RelayAddress(parsing: one), let other = try? RelayAddress(parsing: other)
    else { return false }
    return one.relayKey == other.relayKey && one.host == other.host
      && one.receivePort == other.receivePort && one.pushPort == other.pushPort
  }

  /// Opens a Push Session, in which nobody says who they are, and ends it again; says how that went.
  ///
  /// Takes as long as the session's own deadlines allow. - Throws: `invalidRelayAddress`.
  public static func reach(relay: String) async throws(TrueSealError) -> Connection {
    guard let address = try? RelayAddress(parsing: relay) else { throw .invalidRelayAddress }
    do throws(LinkError) {
      let link = try await RelayConnector(address: address).openPush()
      link.close()
      return .connected
    } catch {
      return Connection(error)
    }
  }
}
