extension Ledger {
  /// What became of the manifest with this hash; nil for one that is neither held nor waiting.
  ///
  /// Follows from the set held and nothing else, as current does. Takes as many steps as a void
  /// manifest is away from the one that made it so.
  public func fate(of hash: [UInt8]) -> Fate? {
    guard let place = places[hash] else { return waitingManifest(hash) == nil ? nil : .waiting }
    if let reason = voidReason(of: place) { return .void(reason) }
    if place == currentPlace { return .current }
    return losing.contains(place) ? .lost : .ancestor
  }

  private func voidReason(of place: Int) -> VoidReason? {
    guard verdict.void.contains(place) else { return nil }
    switch verdict.directlyVoid[place] {
    case .removal(let removal): return .issuerRemoved(by: nodes[removal].manifest.hash)
    case .leave(let leave): return .issuerLeft(by: nodes[leave].manifest.hash)
    case nil: break
    }
    var step = nodes[place].parent
    while let ancestor = step, verdict.directlyVoid[ancestor] == nil {
      step = nodes[ancestor].parent
    }
    return step.map { .builtOn(nodes[$0].manifest.hash) }
  }
}
