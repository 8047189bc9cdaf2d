/// What a ledger has found about the manifests it holds, and what it looks these findings up in.
///
/// All of it follows from the set held (M-20 to M-24). The indexes grow with each manifest, so that
/// an ordinary one costs no more when thousands are held.
struct Verdict: Sendable {
  /// Why a manifest counts for nothing by itself.
  enum Cause: Hashable, Sendable {
    /// Its issuer was removed by this manifest, which it does not know of.
    case removal([UInt8])
    /// Its issuer left by this manifest, beside it.
    case leave([UInt8])
  }

  /// The manifests each device issued.
  var issued: [[UInt8]: [[UInt8]]] = [:]
  /// The leaves each device issued.
  var leaves: [[UInt8]: [[UInt8]]] = [:]
  /// The leaves that do not repeat another one of their issuer.
  var firstLeaves: [[UInt8]: [[UInt8]]] = [:]
  /// The manifests that removed each device.
  var removals: [[UInt8]: [[UInt8]]] = [:]
  /// What a claim makes void if it stands; claims that would make nothing void are not in it.
  var victims: [Claim: [[UInt8]]] = [:]
  /// Manifests that name a carrier which is not held, by the carrier's hash.
  var namersByLackedCarrier: [[UInt8]: [[UInt8]]] = [:]

  /// Claims whose issuer some claim removes, in the order in which that became known.
  var orphans: [[UInt8]] = []
  var orphanSet: Set<[UInt8]> = []

  /// The claims that stand.
  var standing: Set<Claim> = []
  /// The standing claims on each device, by the hash of their manifests.
  var standingOn: [[UInt8]: Set<[UInt8]>] = [:]
  /// The manifests that are void by themselves.
  var directlyVoid: [[UInt8]: Cause] = [:]
  /// The manifests that are void, by themselves or through an ancestor.
  var void: Set<[UInt8]> = []
  /// Whether a later manifest can turn what was found, since weight was compared.
  var isWeighed = false
  /// The issuers of what was built on a manifest, for those whose weight was asked for.
  var builders: [[UInt8]: Set<[UInt8]>] = [:]
}
