/// Something one device is to hear because of one manifest, once (M-42, M-43).
public struct Telling: Hashable, Sendable {
  /// Why it is told.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// Only lost manifests list the device, or it issued one: it hears what won.
    case outcome
    /// The manifest's issuer may not have finished telling it.
    case relay
    /// A standing removal that current was not built on.
    case evidence
  }

  /// Why it is told.
  public let kind: Kind
  /// The hash of the manifest that is the reason.
  public let manifest: [UInt8]
  /// The Ed25519 key of the device that hears.
  public let recipient: [UInt8]

  /// Joins the three.
  public init(_ kind: Kind, of manifest: [UInt8], to recipient: [UInt8]) {
    self.kind = kind
    self.manifest = manifest
    self.recipient = recipient
  }

  /// An order, so that what is told does not depend on how a set is laid out.
  func precedes(_ other: Self) -> Bool {
    if recipient != other.recipient {
      return recipient.lexicographicallyPrecedes(other.recipient)
    }
    if kind != other.kind { return kind.place < other.kind.place }
    return manifest.lexicographicallyPrecedes(other.manifest)
  }
}

extension Telling.Kind {
  fileprivate var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
