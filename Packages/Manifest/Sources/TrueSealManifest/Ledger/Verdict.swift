/// What a ledger has found about the manifests it holds, and what it looks these findings up in.
///
/// All of it follows from the set held (M-20 to M-24). The indexes grow with each manifest, so that
/// an ordinary one costs no more when thousands are held. Manifests and devices go by their places.
struct Verdict: Sendable {
  /// Why a manifest counts for nothing by itself.
  enum Cause: Hashable, Sendable {
    /// Its issuer was removed by this manifest, which it does not know of.
    case removal(Int)
    /// Its issuer left by this manifest, beside it.
    case leave(Int)

    /// The manifest that speaks against it.
    var place: Int {
      switch self {
      case .removal(let place), .leave(let place): place
      }
    }
  }

  /// A removal by another than the one removed, by the places of manifest and device.
  struct Charge: Hashable, Sendable {
    let manifest: Int
    let target: Int
  }

  /// The manifests each device issued.
  var issued: [Int: [Int]] = [:]
  /// The leaves each device issued.
  var leaves: [Int: [Int]] = [:]
  /// The leaves that do not repeat another one of their issuer.
  var firstLeaves: [Int: [Int]] = [:]
  /// The manifests that removed each device.
  var removals: [Int: [Int]] = [:]
  /// What a claim makes void if it stands; claims that would make nothing void are not in it.
  var victims: [Charge: [Int]] = [:]
  /// All of the victims, each as often as it is one.
  var victimCounts: [Int: Int] = [:]
  /// Manifests that name a carrier which is not held, by the carrier's hash.
  var namersByLackedCarrier: [[UInt8]: [Int]] = [:]

  /// Claims whose issuer some claim removes, in the order in which that became known.
  var orphans: [Int] = []
  var orphanSet: Set<Int> = []

  /// The claims that stand.
  var standing: Set<Charge> = []
  /// The standing claims on each device, by their manifests.
  var standingOn: [Int: Set<Int>] = [:]
  /// The manifests that are void by themselves.
  var directlyVoid: [Int: Cause] = [:]
  /// The manifests that are void, by themselves or through an ancestor.
  var void: Set<Int> = []
  /// The manifests whose claims stand for their weight, since only rings were left.
  var weighed: Set<Int> = []
  /// Whether a later manifest can turn what was found, since weight was compared.
  var isWeighed = false
  /// The issuers of what was built on a manifest, for those whose weight was asked for.
  var builders: [Int: Set<Int>] = [:]

  /// Notes that a claim would make a manifest void.
  mutating func note(victim: Int, of charge: Charge) {
    victims[charge, default: []].append(victim)
    victimCounts[victim, default: 0] += 1
  }

  /// Forgets a manifest that claims nothing and is no leave.
  mutating func forget(_ place: Int, by issuer: Int) {
    issued[issuer]?.removeAll { $0 == place }
    for (charge, manifests) in victims where manifests.contains(place) {
      let others = manifests.filter { $0 != place }
      victims[charge] = others.isEmpty ? nil : others
    }
    victimCounts[place] = nil
    directlyVoid[place] = nil
    void.remove(place)
  }
}
