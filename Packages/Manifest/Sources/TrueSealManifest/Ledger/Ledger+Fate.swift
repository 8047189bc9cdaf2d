extension Ledger {
  /// What became of the manifest with this hash; nil for one that is neither held nor waiting.
  ///
  /// Follows from the set held and nothing else, as current does. Takes as many steps as a void
  /// manifest is away from the one that made it so.
  public func fate(of hash: [UInt8]) -> Fate? {
    guard nodes[hash] != nil else { return waitingManifest(hash) == nil ? nil : .waiting }
    if let reason = voidReason(of: hash) { return .void(reason) }
    if hash == current?.hash { return .current }
    return losers.contains(hash) ? .lost : .ancestor
  }

  private func voidReason(of hash: [UInt8]) -> VoidReason? {
    guard isVoid(hash) else { return nil }
    switch verdict.directlyVoid[hash] {
    case .removal(let removal): return .issuerRemoved(by: removal)
    case .leave(let leave): return .issuerLeft(by: leave)
    case nil: break
    }
    var step = nodes[hash]?.parent
    while let ancestor = step, verdict.directlyVoid[ancestor] == nil {
      step = nodes[ancestor]?.parent
    }
    return step.map { .builtOn($0) }
  }
}
