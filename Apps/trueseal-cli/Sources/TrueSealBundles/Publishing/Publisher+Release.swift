internal import TrueSealTerminal
internal import TrueSealUpdater

/// Putting up, pointing and withdrawing.
extension Publisher {
  /// Where the content of a release comes from.
  enum Content: Sendable {
    case input(String)
    case draft(String)
    /// An earlier release, by its commit or the beginning of it (U-46).
    case again(String)
  }

  /// How a channel shall point.
  struct Aim: Sendable {
    var channel: Channel
    /// In percent; nil for everybody, and for what it was when a release is pulled.
    var rollout: UInt64?
    /// How long a signed pointer counts, in days.
    var validDays: UInt64?
  }

  /// What became of a channel.
  struct Pointing: Encodable, Equatable, Sendable {
    let channel: String
    let seq: UInt64
    let rollout: UInt64
    let notAfter: UInt64?
  }

  /// What was put up.
  struct Outcome: Encodable, Equatable, Sendable {
    let release: Publisher.Making
    let pointing: Publisher.Pointing?
  }

  /// Puts up a release, files first, and points a channel at it unless `aim` is nil.
  ///
  /// - Throws: `Refusal`; whatever it is, no channel points at anything unfinished.
  func release(
    _ content: Content, _ wish: Wish, by signers: [Signer], aim: Aim?
  ) throws(Refusal) -> Outcome {
    if let aim { try checkDate(aim, signers) }
    let (manifest, stored) = try put(content, wish, signers)
    let check = try check
    do throws(Check.Failure) {
      _ = try check.check(stored, seq: manifest.seq)
    } catch {
      throw Refusal(.checkFailed, "nothing was put up: \(error.check), \(error.reason.detail)")
    }
    try folder.publish(
      stored.bytes, signature: stored.signature ?? [], seq: manifest.seq)
    var pointing: Pointing?
    if let aim { pointing = try point(aim, at: manifest.seq, by: signers) }
    return Outcome(release: Making(manifest), pointing: pointing)
  }

  /// Points a channel at a release that is put up and passes all checks of its app.
  func point(_ aim: Aim, at seq: UInt64, by signers: [Signer]) throws(Refusal) -> Pointing {
    try checkDate(aim, signers)
    try folder.shelf().checkPointing(aim.channel, at: seq)
    return try move(aim, to: seq, by: signers)
  }

  /// Withdraws what a channel points at: phones drop it unless they have tried it already (U-05, U-47).
  func pull(_ aim: Aim, to stated: UInt64?, by signers: [Signer]) throws(Refusal) -> Pointing {
    try checkDate(aim, signers)
    let shelf = try folder.shelf()
    let seq = try shelf.pulled(aim.channel, to: stated)
    var aim = aim
    aim.rollout = aim.rollout ?? shelf.pointers[aim.channel]?.rollout
    return try move(aim, to: seq, by: signers)
  }

  /// The checks of this folder's own app.
  var check: ReleaseCheck {
    get throws(Refusal) {
      ReleaseCheck(
        folder: folder, verifier: try facts.verifier(),
        demandsSignedPointer: facts.signedPointers, now: now)
    }
  }

  // MARK: Content

  private func put(
    _ content: Content, _ wish: Wish, _ signers: [Signer]
  ) throws(Refusal) -> (BundleManifest, ReleaseFolder.Stored) {
    switch content {
    case .input(let input):
      return try signed(try compose(input, wish, into: folder), signers)
    case .draft(let draft):
      let source = ReleaseFolder(disk: disk, root: draft)
      let (manifest, stored) = try source.only()
      _ = try folder.shelf().seq(stated: manifest.seq)
      try takeFiles(of: manifest, from: source)
      let message = SignedMessage.manifest(stored.bytes)
      let signature = try Signer.file(
        over: message, by: signers, adding: Self.entries(of: stored))
      return (manifest, ReleaseFolder.Stored(bytes: stored.bytes, signature: signature))
    case .again(let commit): return try signed(try again(commit, wish), signers)
    }
  }

  private func signed(
    _ manifest: BundleManifest, _ signers: [Signer]
  ) throws(Refusal) -> (BundleManifest, ReleaseFolder.Stored) {
    let bytes = manifest.encoded
    let signature = try Signer.file(over: SignedMessage.manifest(bytes), by: signers)
    return (manifest, ReleaseFolder.Stored(bytes: bytes, signature: signature))
  }

  /// A draft may have been changed since it was built; its files are measured anew.
  private func takeFiles(
    of manifest: BundleManifest, from source: ReleaseFolder
  ) throws(Refusal) {
    for file in manifest.files {
      let place = source.place(of: file.hash)
      guard try disk.standing(at: place)?.kind == .file else {
        throw Refusal(.checkFailed, "the draft lacks \(file.path)")
      }
      let taken = try folder.take([InputFolder.Source(path: file.path, place: place)]).files
      guard taken == [file] else {
        throw Refusal(.checkFailed, "the draft holds another \(file.path) than it lists")
      }
    }
  }

  private func again(_ commit: String, _ wish: Wish) throws(Refusal) -> BundleManifest {
    let shelf = try folder.shelf()
    for old in shelf.published.sorted(by: >) {
      guard let stored = try folder.stored(old),
        let manifest = try? BundleManifest(decoding: stored.bytes),
        manifest.commit?.hasPrefix(commit) == true
      else { continue }
      let seq = try shelf.seq(stated: wish.seq)
      do {
        return try BundleManifest(
          appID: manifest.appID, seq: seq, floor: try shelf.floor(stated: wish.floor, for: seq),
          isUrgent: wish.isUrgent, entry: manifest.entry, commit: manifest.commit,
          requirements: manifest.requirements, files: manifest.files)
      } catch let error as UpdaterError {
        throw Refusal(.checkFailed, "release \(old): \(error.detail)")
      } catch {
        throw Refusal(unexpected: error)
      }
    }
    throw Refusal(.seqRefused, "no release here was built from commit \(commit)")
  }

  // MARK: Pointers

  /// What can be refused before anything is put up.
  private func checkDate(_ aim: Aim, _ signers: [Signer]) throws(Refusal) {
    guard facts.signedPointers else {
      guard aim.validDays == nil else {
        throw .usage("--valid-days goes with an app that demands signed pointers")
      }
      return
    }
    guard !signers.isEmpty else {
      throw .usage("this app demands signed pointers; say --key FILE")
    }
  }

  private func move(
    _ aim: Aim, to seq: UInt64, by signers: [Signer]
  ) throws(Refusal) -> Pointing {
    if try folder.shelf().published.contains(seq) {
      let verdict = try check.verdict(on: seq)
      if let problem = verdict.problem {
        throw Refusal(
          .checkFailed,
          "\(aim.channel) was left alone: release \(seq) does not pass \(problem.check): "
            + problem.reason)
      }
    }
    let days = aim.validDays ?? Self.validDays
    let notAfter = facts.signedPointers ? now + days * 86_400 : nil
    let rollout = aim.rollout ?? 100
    guard let pointer = try? Pointer(seq: seq, rollout: rollout, notAfter: notAfter) else {
      throw .usage("a rollout is 0 to 100, and a date at most \(UpdaterLimits.seqMax)")
    }
    let bytes = pointer.encoded
    var signature: [UInt8]?
    if facts.signedPointers {
      let message = SignedMessage.pointer(bytes, channel: aim.channel)
      let file = try Signer.file(over: message, by: signers)
      do {
        _ = try facts.trustedKeys().pointer(
          decoding: bytes, signature: file, channel: aim.channel, now: now)
      } catch let error as UpdaterError {
        throw Refusal(.checkFailed, "\(aim.channel) was left alone: \(error.detail)")
      } catch {
        throw Refusal(unexpected: error)
      }
      signature = file
    }
    try folder.point(aim.channel, bytes, signature: signature)
    return Pointing(
      channel: aim.channel.name, seq: seq, rollout: rollout, notAfter: notAfter)
  }

  /// How long a signed pointer counts unless told otherwise, in days.
  static let validDays: UInt64 = 30
}
