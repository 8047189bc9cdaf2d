import TrueSealCrypto

/// The relay's key, shared by all handshakes of both listeners.
final class RelayKey: Sendable {
  let key: AgreementKey

  init(_ key: consuming AgreementKey) {
    self.key = key
  }
}
