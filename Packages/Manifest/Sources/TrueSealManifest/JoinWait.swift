/// A device's wait for the manifest that admits it.
///
/// It trusts one key, the token's, and meanwhile keeps a bounded number of manifests that it cannot
/// judge yet, since they may come before the admission they rest on. Source: M-45.
public struct JoinWait: Hashable, Sendable {
  /// What a message led to.
  public enum Outcome: Sendable {
    /// Something of the message is kept; the wait goes on.
    case waiting
    /// Nothing of the message is of use, or there is no room for it.
    case refused
    /// The device is a member, and this is what it holds.
    case admitted(Ledger)
  }

  /// The joiner's Ed25519 key.
  public let signingKey: [UInt8]
  /// The joiner's X25519 key.
  public let agreementKey: [UInt8]
  /// The Ed25519 key of the token, the only one that can admit.
  public let trustedKey: [UInt8]
  /// Manifests that list this device, and ancestors of such, in order of arrival.
  public private(set) var kept: [WaitingManifest]
  /// The latest messages of the token's key, oldest first: they hold what did not fit the admission's.
  public private(set) var earlier: [[VerifiedManifest]]

  /// Begins a wait, or takes up one that was stored.
  public init(
    signingKey: [UInt8], agreementKey: [UInt8], trustedKey: [UInt8], kept: [WaitingManifest] = [],
    earlier: [[VerifiedManifest]] = []
  ) {
    self.signingKey = signingKey
    self.agreementKey = agreementKey
    self.trustedKey = trustedKey
    self.kept = kept
    self.earlier = earlier
  }

  /// Takes the manifests of one message, its own one first, from the author of its envelope.
  public mutating func receive(_ message: [VerifiedManifest], from author: [UInt8]) -> Outcome {
    guard let own = message.first else { return .refused }
    let known = known(with: message, from: author)
    if let ledger = admission(of: own, among: known) { return .admitted(ledger) }
    let keptCount = kept.count
    keep(message, from: author)
    guard author == trustedKey else { return kept.count > keptCount ? .waiting : .refused }
    earlier.append(message)
    earlier = earlier.suffix(ManifestLimits.earlierMessageCountMax)
    return .waiting
  }

  /// Everything at hand, by hash, with who brought it first.
  private func known(
    with message: [VerifiedManifest], from author: [UInt8]
  ) -> [[UInt8]: WaitingManifest] {
    var known: [[UInt8]: WaitingManifest] = [:]
    let arrivals =
      kept + earlier.joined().map { WaitingManifest(manifest: $0, author: trustedKey) }
      + message.map { WaitingManifest(manifest: $0, author: author) }
    for arrival in arrivals where known[arrival.manifest.hash] == nil {
      known[arrival.manifest.hash] = arrival
    }
    return known
  }

  /// The ledger to begin with, when one of those at hand admits this device and the message's own
  /// manifest was built on it, or is held and names it.
  private func admission(
    of own: VerifiedManifest, among known: [[UInt8]: WaitingManifest]
  ) -> Ledger? {
    let admissions = known.values.map(\.manifest).filter(admits).sorted { $0.rank > $1.rank }
    let line = Self.line(of: own, among: known)
    for admission in admissions {
      let isBuiltOn = line.contains(admission.hash)
      guard isBuiltOn || own.manifest.onBehalf.contains(admission.hash) else { continue }
      guard let ledger = Ledger(joinedBy: admission, among: known) else { continue }
      if isBuiltOn || ledger.contains(own.hash) { return ledger }
    }
    return nil
  }

  /// Whether this manifest is the token key's and newly lists exactly this device's two keys.
  private func admits(_ manifest: VerifiedManifest) -> Bool {
    let content = manifest.manifest
    return content.issuer == trustedKey && lists(manifest)
      && content.member(signingKey)?.admissionVersion == content.version
  }

  private func lists(_ manifest: VerifiedManifest) -> Bool {
    manifest.manifest.member(signingKey)?.agreementKey == agreementKey
  }

  /// A manifest and its ancestors at hand, by hash.
  private static func line(
    of manifest: VerifiedManifest, among known: [[UInt8]: WaitingManifest]
  ) -> Set<[UInt8]> {
    var line: Set<[UInt8]> = []
    var step: VerifiedManifest? = manifest
    while let next = step, line.insert(next.hash).inserted {
      step = next.parent.flatMap { known[$0]?.manifest }
    }
    return line
  }

  private mutating func keep(_ message: [VerifiedManifest], from author: [UInt8]) {
    var hashes = Set(kept.map(\.manifest.hash))
    var wanted = Set(kept.compactMap(\.manifest.parent))
    var authorCount = kept.count { $0.author == author }
    // Children come before parents, so that ancestors of what is kept are known as such.
    for manifest in message.sorted(by: { $0.rank > $1.rank }) {
      guard kept.count < ManifestLimits.earlyCountMax,
        authorCount < ManifestLimits.earlyPerAuthorCountMax
      else { return }
      guard lists(manifest) || wanted.contains(manifest.hash),
        hashes.insert(manifest.hash).inserted
      else { continue }
      if let parent = manifest.parent { wanted.insert(parent) }
      kept.append(WaitingManifest(manifest: manifest, author: author))
      authorCount += 1
    }
  }
}
