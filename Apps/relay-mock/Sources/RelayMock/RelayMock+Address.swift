import TrueSealCrypto
public import TrueSealRelayLink
import TrueSealTransport

extension RelayMock {
  /// The public key of the relay that lives in a directory, as 64 hexadecimal digits.
  ///
  /// - Throws: `RelayError`: `keyMissing` before the first start, `keyUnusable`.
  public static func publicKey(in directory: String) throws(RelayError) -> String {
    Hexadecimal.encode(try KeyFile.key(in: directory).publicKey)
  }

  /// The address a relay with these settings has, whether it runs or not.
  ///
  /// - Throws: `RelayError`: `keyMissing` before the first start, `keyUnusable`, and
  ///   `invalidSetting` for ports of 0, which are known only once the relay runs.
  public static func address(with settings: RelaySettings) throws(RelayError) -> RelayAddress {
    guard settings.receivePort != 0, settings.pushPort != 0 else {
      throw RelayError(.invalidSetting, "a relay on port 0 has its address only while it runs")
    }
    let key = RelayKey(try KeyFile.key(in: settings.directory))
    return try address(
      key, settings, receivePort: settings.receivePort, pushPort: settings.pushPort)
  }

  static func address(
    _ key: RelayKey, _ settings: RelaySettings, receivePort: UInt16, pushPort: UInt16
  ) throws(RelayError) -> RelayAddress {
    let host = settings.advertisedHost ?? settings.host
    do throws(LinkError) {
      return try RelayAddress(
        relayKey: key.key.publicKey, host: host, receivePort: receivePort, pushPort: pushPort)
    } catch {
      throw RelayError(.invalidSetting, "“\(host)” cannot stand in a Relay Address")
    }
  }
}
