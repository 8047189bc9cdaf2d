extension Ledger {
  /// One held manifest with its place in the tree.
  struct Node: Sendable {
    var manifest: VerifiedManifest
    let version: UInt64
    /// The device that issued it.
    let issuer: Int
    /// The devices it lists.
    let list: [Int]
    /// The parent, when it is held; a root has none.
    var parent: Int?
    /// A farther ancestor, by which long ways back are short; a root has none.
    var jump: Int?
    var children: [Int] = []
    /// What it changes in its parent's list; of a root's changes only its issuer's leave is known.
    var changes: [Change] = []
    /// The devices it takes off its parent's list.
    var departures: [Int] = []

    var rank: Rank { manifest.rank }
    /// Whether its issuer takes itself off the list.
    var isLeave: Bool { departures.contains(issuer) }
    /// Whether it does nothing but take its issuer off the list.
    var isLeaveOnly: Bool { parent != nil && changes.count == 1 && isLeave }
  }

  /// The held manifest this one was built on, by hash.
  public func parent(of hash: [UInt8]) -> VerifiedManifest? {
    places[hash].flatMap { nodes[$0].parent }.map { nodes[$0].manifest }
  }

  /// The held manifests built directly on this one, lowest rank first, by hash.
  public func children(of hash: [UInt8]) -> [VerifiedManifest] {
    guard let place = places[hash] else { return [] }
    return nodes[place].children.map { nodes[$0].manifest }.sorted { $0.rank < $1.rank }
  }

  /// Whether one held manifest is the other, or was built on it over any number of steps.
  ///
  /// Takes steps in the order of the logarithm of the distance.
  public func descends(_ hash: [UInt8], from ancestor: [UInt8]) -> Bool {
    guard let young = places[hash], let old = places[ancestor] else { return false }
    return descends(young, from: old)
  }

  /// The same by places.
  func descends(_ young: Int, from old: Int) -> Bool {
    var step = young
    let version = nodes[old].version
    while nodes[step].version > version {
      if let jump = nodes[step].jump, nodes[jump].version >= version {
        step = jump
      } else if let parent = nodes[step].parent {
        step = parent
      } else {
        return false
      }
    }
    return step == old
  }

  /// The first manifest of the tree this one is in, as far as it is held.
  func root(of place: Int) -> Int {
    var step = place
    while let jump = nodes[step].jump { step = jump }
    return step
  }

  /// Holds a manifest that was judged, or is a root, and connects roots that lacked it.
  ///
  /// What this means for others is for `appraise` to say. Returns its place, and whether trees were
  /// connected, so that all must be appraised anew.
  @discardableResult
  mutating func hold(_ manifest: VerifiedManifest) -> (place: Int, isConnecting: Bool) {
    let place = nodes.count
    let parentHash = manifest.parent
    let parent = parentHash.flatMap { placeOfParent($0) }
    let difference = parent.map { ListDifference(of: manifest, on: nodes[$0].manifest) }
    // A root the parent speaks against stays one: what vouched for it was not its parent.
    let vouching = parent.flatMap { parent -> (place: Int, difference: ListDifference)? in
      guard let difference,
        Self.refusal(of: manifest, on: nodes[parent].manifest, with: difference) == nil
      else { return nil }
      return (parent, difference)
    }
    // Who is on the parent's list as well is known.
    let list =
      vouching.map { devices.list(of: $0.difference, on: nodes[$0.place].list) }
      ?? manifest.manifest.members.map { devices.intern($0) }
    let issuer = vouching.flatMap { vouching in
      vouching.difference.issuerPlace.map { nodes[vouching.place].list[$0] }
    }
    nodes.append(
      Node(
        manifest: manifest, version: manifest.outline.version,
        issuer: issuer ?? devices.intern(manifest.issuer), list: list))
    places[manifest.hash] = place
    ranked.insert(place, at: position(of: manifest.rank))
    if let vouching {
      connect(place, to: vouching.place, by: vouching.difference)
    } else {
      if let parentHash, parent == nil {
        rootsByMissingParent[parentHash, default: []].append(place)
      }
      roots.append(place)
      roots.sort { nodes[$0].rank < nodes[$1].rank }
      noteRootLeave(place)
    }
    guard !rootsByMissingParent.isEmpty else { return (place, false) }
    var isConnecting = false
    for root in rootsByMissingParent.removeValue(forKey: manifest.hash) ?? [] {
      let difference = ListDifference(of: nodes[root].manifest, on: manifest)
      guard Self.refusal(of: nodes[root].manifest, on: manifest, with: difference) == nil else {
        continue
      }
      connect(root, to: place, by: difference)
      roots.removeAll { $0 == root }
      isConnecting = true
    }
    return (place, isConnecting)
  }

  /// Where the manifest with this hash is; most are built on the highest one.
  private func placeOfParent(_ hash: [UInt8]) -> Int? {
    if let highest = ranked.last, nodes[highest].manifest.hash == hash { return highest }
    return places[hash]
  }

  /// Whoever issues a manifest was listed by its parent (M-12), so one that does not list its issuer
  /// is a leave, whatever its parent was.
  private mutating func noteRootLeave(_ place: Int) {
    let issuer = nodes[place].issuer
    guard !nodes[place].list.contains(issuer) else { return }
    let leave = Change.departure(signingKey: nodes[place].manifest.issuer)
    nodes[place].changes = [leave]
    nodes[place].departures = [issuer]
    carriers[leave, default: []].append(place)
  }

  private mutating func connect(_ place: Int, to parent: Int, by difference: ListDifference) {
    let changes = difference.changes
    for change in nodes[place].changes { carriers[change]?.removeAll { $0 == place } }
    nodes[place].parent = parent
    nodes[place].jump = jump(over: parent)
    nodes[place].changes = changes
    nodes[place].departures = difference.departures.map { nodes[parent].list[$0] }
    nodes[parent].children.append(place)
    for change in changes { carriers[change, default: []].append(place) }
  }

  /// Where a child of this node jumps to: over two equal leaps of the parent, else to the parent.
  ///
  /// Source: E. W. Myers, "An applicative random-access stack", 1983.
  private func jump(over parent: Int) -> Int {
    guard let leap = nodes[parent].jump, let far = nodes[leap].jump,
      nodes[parent].version - nodes[leap].version == nodes[leap].version - nodes[far].version
    else { return parent }
    return far
  }
}
