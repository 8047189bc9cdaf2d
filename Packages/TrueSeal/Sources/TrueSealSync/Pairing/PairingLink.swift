internal import TrueSealCrypto
public import TrueSealRelayLink

/// A pairing token together with the relay to use it at, as one text: `<Relay Address>#<token>`.
///
/// Source: rule W-04.
public struct PairingLink: Hashable, Sendable {
  /// The relay the device that made the token is at.
  public let relay: RelayAddress
  /// What it shows to be asked.
  public let token: PairingToken

  /// Joins the two.
  public init(relay: RelayAddress, token: PairingToken) {
    self.relay = relay
    self.token = token
  }

  /// Reads a link.
  ///
  /// - Throws: `TrueSealError`: `invalidPairingToken` without a `#` or with a wrong token behind it,
  ///   `invalidRelayAddress` for what stands before it.
  public init(_ text: String) throws(TrueSealError) {
    guard let mark = text.firstIndex(of: "#") else { throw .invalidPairingToken }
    let token = try PairingToken(String(text[text.index(after: mark)...]))
    guard let relay = try? RelayAddress(parsing: String(text[..<mark])) else {
      throw .invalidRelayAddress
    }
    self.init(relay: relay, token: token)
  }

  /// Joins the text of a Relay Address and a token.
  ///
  /// - Throws: `TrueSealError.invalidRelayAddress`.
  public init(relayText: String, token: PairingToken) throws(TrueSealError) {
    guard let relay = try? RelayAddress(parsing: relayText) else { throw .invalidRelayAddress }
    self.init(relay: relay, token: token)
  }

  /// The Relay Address in its one spelling.
  public var relayText: String { relay.description }

  /// The text form.
  public var text: String { "\(relay)#\(token.text)" }
}
