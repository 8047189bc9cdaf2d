extension Ledger {
  /// What the rules say to a manifest, given what is held.
  private enum Judgement {
    case valid
    case lacks([UInt8])
    case refused(ManifestError.Code)
  }

  /// Judges one manifest and, when it is held, those that waited for it.
  mutating func take(_ manifest: VerifiedManifest, from author: [UInt8]?) -> [Effect] {
    guard places[manifest.hash] == nil, room.entries[manifest.hash] == nil else { return [] }
    switch judge(manifest, issuedHere: author == nil) {
    case .valid:
      enter(manifest)
      return [.held(manifest.hash)] + settle(after: manifest.hash)
    case .lacks(let missing):
      return [wait(manifest, from: author, for: missing)]
    case .refused(let code):
      return [.refused(manifest.hash, code)]
    }
  }

  /// What speaks against a manifest in view of the one it was built on; nil for nothing.
  ///
  /// M-11's version, M-12 and M-16: a function of the two alone, so every device finds the same.
  static func refusal(
    of manifest: VerifiedManifest, on parent: VerifiedManifest, with difference: ListDifference
  ) -> ManifestError.Code? {
    guard
      Comparing.areEqual(
        manifest.encoded.span, Outline.groupID, parent.encoded.span, Outline.groupID),
      manifest.outline.version == parent.outline.version + 1
    else { return .malformed }
    guard difference.isByMember else { return .unauthorized }
    guard !difference.hasAltered else { return .malformed }
    for joiner in difference.admissions {
      guard joiner.admissionVersion == manifest.outline.version else { return .malformed }
    }
    guard !difference.hasTakenKey else { return .malformed }
    return nil
  }

  /// Whether a manifest of version 1 lists exactly its issuer and one other device (M-11).
  static func founds(_ manifest: Manifest) -> Bool {
    manifest.members.count == 2 && manifest.member(manifest.issuer) != nil
  }

  private func judge(_ manifest: VerifiedManifest, issuedHere: Bool) -> Judgement {
    let content = manifest.manifest
    guard content.groupID == groupID else { return .refused(.malformed) }
    guard issuedHere || isWithinShare(manifest) else { return .refused(.unauthorized) }
    guard let parentHash = content.parent else {
      guard Self.founds(content), issuedHere ? ranked.isEmpty : isLackedAncestor(manifest.hash)
      else { return .refused(.malformed) }
      return .valid
    }
    guard let parent = self.manifest(parentHash) else { return .lacks(parentHash) }
    let difference = ListDifference(of: manifest, on: parent)
    if let code = Self.refusal(of: manifest, on: parent, with: difference) { return .refused(code) }
    return judgeCarriers(of: content, making: difference.changes)
  }

  /// M-17: each carrier is another device's manifest, or its issuer's own leave that lost, and one
  /// of its changes is repeated here; a leave may also name what else its issuer did beside it (M-24).
  private func judgeCarriers(of manifest: Manifest, making made: [Change]) -> Judgement {
    guard !manifest.onBehalf.isEmpty else { return .valid }
    let changes = Set(made)
    var missing: [UInt8]?
    for hash in manifest.onBehalf {
      guard let carrier = places[hash].map({ nodes[$0] }) else {
        missing = missing ?? hash
        continue
      }
      let isOwn = carrier.manifest.issuer == manifest.issuer
      guard !isOwn || carrier.isLeave || manifest.member(manifest.issuer) == nil else {
        return .refused(.malformed)
      }
      guard !isOwn, changes.isDisjoint(with: carrier.changes) else { continue }
      guard carrier.parent == nil, let parentOfRoot = carrier.manifest.parent else {
        return .refused(.malformed)
      }
      missing = missing ?? parentOfRoot
    }
    return missing.map(Judgement.lacks) ?? .valid
  }

  /// Whether a gone device's manifests may still be held, or this one is an ancestor that is lacked (M-43).
  private func isWithinShare(_ manifest: VerifiedManifest) -> Bool {
    let issuer = manifest.manifest.issuer
    guard let device = devices.place(of: issuer), isGone(device) else { return true }
    return verdict.issued[device, default: []].count < ManifestLimits.heldPerGoneIssuerCountMax
      || isLackedAncestor(manifest.hash)
  }

  /// Holds a manifest and says what it means for the others.
  mutating func enter(_ manifest: VerifiedManifest) {
    let (place, isConnecting) = hold(manifest)
    losing.insert(place)
    if isConnecting || verdict.namersByLackedCarrier[manifest.hash] != nil {
      appraiseAll()
    } else {
      appraise(place)
    }
  }

  /// Whether a held manifest was built on this one, by hashes, over waiting ones (M-11).
  private func isLackedAncestor(_ hash: [UInt8]) -> Bool {
    var unseen = [hash]
    while let next = unseen.popLast() {
      if rootsByMissingParent[next] != nil { return true }
      unseen += room.children(of: next)
    }
    return false
  }

  /// M-13: only what a listed device brings may wait, and only while there is room.
  private mutating func wait(
    _ manifest: VerifiedManifest, from author: [UInt8]?, for missing: [UInt8]
  ) -> Effect {
    guard let author, everListed(signingKey: author),
      room.admit(WaitingManifest(manifest: manifest, author: author), missing: missing)
    else { return .refused(manifest.hash, .unauthorized) }
    return .waiting(manifest.hash)
  }

  /// Judges those that waited for a manifest now held, and those that waited for these.
  mutating func settle(after hash: [UInt8]) -> [Effect] {
    var effects: [Effect] = []
    var arrived = [hash]
    while let next = arrived.popLast() {
      for entry in room.release(waitingFor: next) {
        let manifest = entry.manifest
        switch judge(manifest, issuedHere: false) {
        case .valid:
          enter(manifest)
          effects.append(.held(manifest.hash))
          arrived.append(manifest.hash)
        case .lacks(let missing):
          room.place(entry, missing: missing)
        case .refused(let code):
          effects.append(.refused(manifest.hash, code))
        }
      }
    }
    return effects
  }
}
