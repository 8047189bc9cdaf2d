internal import TrueSealRatchet

/// The public keys in an End, and what came of checking them.
struct EndBundle: Hashable, Sendable {
  let bundle: PrekeyBundle
  /// The bundle of the peer once it was found good; nil for one that is our own or not good.
  let checked: CheckedBundle?

  /// Takes a bundle as it is.
  init(own bundle: PrekeyBundle) {
    self.bundle = bundle
    checked = nil
  }

  /// Takes the bundle of a peer, and checks it (SK-29).
  init(_ bundle: PrekeyBundle, of peer: [UInt8]) {
    self.bundle = bundle
    checked = bundle.oneTimePrekey == nil ? nil : try? bundle.checked(for: peer)
  }
}
