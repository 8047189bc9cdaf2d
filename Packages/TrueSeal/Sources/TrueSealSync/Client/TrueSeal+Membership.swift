internal import TrueSealManifest
internal import TrueSealManifestStore

/// Taking devices off the list, this one included.
extension TrueSeal {
  /// Removes another device from the group (M-01, M-02).
  ///
  /// Returns once the new list, and what everybody must be told of it, are on disk; works offline. A removal that
  /// loses against another change is made again by itself.
  /// - Parameter memberID: an id from `members`; for this device itself, call `leave()`.
  /// - Throws: `closed`, `notMember` unless the status is `member`, `memberNotFound`, `storage`.
  public func remove(_ memberID: String) throws(TrueSealError) {
    try checkOpen()
    guard joinState == .member, ending == nil else { throw .notMember(status) }
    guard let member = try? MemberID(parsing: memberID) else { throw .memberNotFound }
    try decide { machine, now, sign throws(ManifestError) in
      try machine.remove(member.signingKey, at: now, sign: sign)
    }
  }

  /// Leaves the group, or stops waiting after a lost race (M-50, M-54); does nothing when already leaving.
  ///
  /// Returns once `leaving` is on disk, with the list that tells the others; messages not sent yet are dropped. Once the
  /// relay has everything, this device forgets the group, takes a new identity and is `notJoined`.
  /// - Throws: `closed`, `notMember` without a group, `storage`.
  public func leave() throws(TrueSealError) {
    try checkOpen()
    switch joinState {
    case .leaving: return
    case .member, .overtaken: break
    case .notJoined, .pendingJoin, .destroying: throw .notMember(status)
    }
    let isAlone = members.isEmpty && joinState == .member
    try decide { machine, now, sign throws(ManifestError) in
      try machine.leave(at: now, sign: sign)
    }
    if isAlone, joinState == .leaving { end(.left) }
  }
}
