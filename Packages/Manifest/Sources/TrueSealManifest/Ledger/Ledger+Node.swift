extension Ledger {
  /// One held manifest with its place in the tree.
  struct Node: Sendable {
    let manifest: VerifiedManifest
    /// The parent's hash, when the parent is held; a root has none.
    var parent: [UInt8]?
    /// A farther ancestor's hash, by which long ways back are short; a root has none.
    var jump: [UInt8]?
    var children: [[UInt8]] = []
    /// What it changes in its parent's list; a root's changes are unknown.
    var changes: [Change] = []

    var version: UInt64 { manifest.manifest.version }
  }

  /// The held manifest this one was built on, by hash.
  public func parent(of hash: [UInt8]) -> VerifiedManifest? {
    nodes[hash]?.parent.flatMap { nodes[$0]?.manifest }
  }

  /// The held manifests built directly on this one, lowest rank first, by hash.
  public func children(of hash: [UInt8]) -> [VerifiedManifest] {
    (nodes[hash]?.children ?? []).compactMap { nodes[$0]?.manifest }.sorted { $0.rank < $1.rank }
  }

  /// Whether one held manifest is the other, or was built on it over any number of steps.
  ///
  /// Takes steps in the order of the logarithm of the distance.
  public func descends(_ hash: [UInt8], from ancestor: [UInt8]) -> Bool {
    guard let target = nodes[ancestor], var node = nodes[hash] else { return false }
    while node.version > target.version {
      if let jump = node.jump, let far = nodes[jump], far.version >= target.version {
        node = far
      } else if let parent = node.parent, let near = nodes[parent] {
        node = near
      } else {
        return false
      }
    }
    return node.manifest.hash == target.manifest.hash
  }

  /// The first manifest of the tree this one is in, as far as it is held.
  func root(of hash: [UInt8]) -> VerifiedManifest? {
    guard var node = nodes[hash] else { return nil }
    while let jump = node.jump, let far = nodes[jump] { node = far }
    return node.manifest
  }

  /// Holds a manifest that was judged, or is a root, and connects roots that lacked it.
  ///
  /// What this means for others is for `appraise` to say; true when trees were connected, so that
  /// all must be appraised anew.
  @discardableResult
  mutating func hold(_ manifest: VerifiedManifest) -> Bool {
    nodes[manifest.hash] = Node(manifest: manifest)
    count(manifest)
    if let parent = manifest.manifest.parent, nodes[parent] != nil {
      connect(manifest, to: parent)
    } else {
      if let parent = manifest.manifest.parent {
        rootsByMissingParent[parent, default: []].append(manifest.hash)
      }
      roots.append(manifest)
      roots.sort { $0.rank < $1.rank }
    }
    var isConnecting = false
    for hash in rootsByMissingParent.removeValue(forKey: manifest.hash) ?? [] {
      // A root the parent speaks against stays one: what vouched for it was not its parent.
      guard let root = nodes[hash]?.manifest,
        Self.refusal(of: root.manifest, on: manifest.manifest) == nil
      else { continue }
      connect(root, to: manifest.hash)
      roots.removeAll { $0.hash == hash }
      isConnecting = true
    }
    return isConnecting
  }

  private mutating func connect(_ manifest: VerifiedManifest, to parent: [UInt8]) {
    guard let older = nodes[parent]?.manifest else { return }
    let changes = manifest.manifest.changes(from: older.manifest)
    let jump = jump(over: parent)
    nodes[manifest.hash]?.parent = parent
    nodes[manifest.hash]?.jump = jump
    nodes[manifest.hash]?.changes = changes
    nodes[parent]?.children.append(manifest.hash)
    for change in changes { carriers[change, default: []].append(manifest.hash) }
  }

  /// Where a child of this node jumps to: over two equal leaps of the parent, else to the parent.
  ///
  /// Source: E. W. Myers, "An applicative random-access stack", 1983.
  private func jump(over parent: [UInt8]) -> [UInt8] {
    guard let near = nodes[parent], let leap = near.jump, let middle = nodes[leap],
      let secondLeap = middle.jump, let far = nodes[secondLeap],
      near.version - middle.version == middle.version - far.version
    else { return parent }
    return secondLeap
  }
}
