internal import TrueSealManifest

/// What a verdict looks things up in.
struct Assize {
  let world: World
  /// The current manifest of most devices that believe to be inside; of equals, the highest.
  let final: VerifiedManifest
  let listed: Set<Int>
  /// Devices outside the final list that a removal names which stands where the final list is held.
  let removed: Set<Int>
  let left: Set<Int>
  /// Devices outside that somebody admitted who was removed, or was admitted by such a device.
  let voided: Set<Int>
  private let admitters: [Int: Int]

  init?(_ world: World) {
    self.world = world
    let currents = world.believers.compactMap { world.devices[$0].membership?.ledger.current }
    let counts = Dictionary(currents.map { ($0, 1) }, uniquingKeysWith: +)
    let final = counts.max { ($0.value, $0.key.rank) < ($1.value, $1.key.rank) }?.key
    guard let final else { return nil }
    self.final = final
    listed = Set(final.manifest.members.compactMap { world.device(signing: $0.signingKey) })
    let outside = Set(world.devices.indices).subtracting(listed)
    let holders = listed.compactMap { world.devices[$0].membership?.ledger }
      .filter { $0.current?.hash == final.hash }
    let removed = outside.filter { id in
      holders.contains { $0.isRemoved(world.devices[id].signingKey) }
    }
    self.removed = removed
    left = Set(world.intents.filter { $0.kind == .leave }.map(\.target))
    let admissions = world.intents.filter { $0.kind == .admission }
    var voided: Set<Int> = []
    for _ in admissions {
      for intent in admissions where removed.contains(intent.by) || voided.contains(intent.by) {
        if outside.contains(intent.target) { voided.insert(intent.target) }
      }
    }
    self.voided = voided
    admitters = Dictionary(
      admissions.map { ($0.target, $0.by) }, uniquingKeysWith: { first, _ in first })
  }

  func admitter(of id: Int) -> Int? { admitters[id] }

  /// Whether anybody in the final list holds a manifest that makes a change, or has it waiting, and
  /// could know that it is now the others' to make: that its issuer is still there, or that it is not.
  func isCarrierHeld(_ intent: World.Intent) -> Bool {
    let target = world.devices[intent.target].signingKey
    let issuer = world.devices[intent.by]
    return listed.contains { id in
      guard let ledger = world.devices[id].membership?.ledger, !isCutOff(id) else { return false }
      guard !issuer.isGone || ledger.isGone(issuer.signingKey) else { return false }
      let all = ledger.held + ledger.waiting.map(\.manifest)
      return all.contains { makes(intent.kind, of: target, $0.manifest) }
    }
  }

  /// Whether the final list was built on a removal of a device that nobody in that list received: it
  /// is rightly outside, and nobody can tell it why (M-63).
  func isRemovedUnheard(_ id: Int) -> Bool {
    let removals = world.intents.filter { $0.kind == .removal && $0.target == id }
    guard removals.contains(where: { !isCarrierHeld($0) }) else { return false }
    let target = world.devices[id].signingKey
    var step: VerifiedManifest? = final
    while let manifest = step {
      if makes(.removal, of: target, manifest.manifest) { return true }
      step = manifest.manifest.parent.flatMap { world.manifests[$0] }
    }
    return false
  }

  private func makes(
    _ kind: World.Intent.Kind, of target: [UInt8], _ manifest: Manifest
  ) -> Bool {
    guard let parent = manifest.parent.flatMap({ world.manifests[$0] })?.manifest else {
      return false
    }
    let (before, after) = (parent.member(target) != nil, manifest.member(target) != nil)
    return kind == .admission ? !before && after : before && !after
  }

  /// Whether a device and somebody who is still there know of each other.
  ///
  /// Where two remove each other and one has admitted a third, the other may never hear of that one.
  func isAcquainted(_ id: Int) -> Bool {
    listed.contains { other in
      other != id && !isCutOff(other) && knows(other, id) && knows(id, other)
    }
  }

  /// Whether a listed device knows nobody who holds the final list: all that was sent to it is lost.
  private func isCutOff(_ id: Int) -> Bool {
    guard world.faults[.lostMail] != nil,
      world.devices[id].membership?.ledger.current?.hash != final.hash
    else { return false }
    return !listed.contains { other in
      other != id && world.devices[other].membership?.ledger.current?.hash == final.hash
        && knows(id, other)
    }
  }

  private func knows(_ id: Int, _ other: Int) -> Bool {
    let key = world.devices[other].signingKey
    return world.devices[id].membership?.ledger.everListed(signingKey: key) ?? false
  }
}
