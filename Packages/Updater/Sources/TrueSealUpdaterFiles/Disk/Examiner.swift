internal import TrueSealUpdater

/// Finds out what a start must know about the bundles it may choose from.
struct Examiner: Sendable {
  let verifier: Verifier
  let store: ContentStore
  let manifests: ManifestStore
  let builtIn: BuiltInBundle?

  /// What an examination found, with the manifest where it is sound.
  struct Result {
    let finding: Finding
    let manifest: BundleManifest?

    init(_ finding: Finding, _ manifest: BundleManifest? = nil) {
      self.finding = finding
      self.manifest = manifest
    }
  }

  /// Examines a bundle; a file system that does not answer is asked again before that counts.
  func examine(_ subject: Subject) -> Result {
    for _ in 1..<UpdaterFilesLimits.readAttemptCountMax {
      if let result = try? attempt(subject) { return result }
    }
    do {
      return try attempt(subject)
    } catch {
      return Result(subject == .builtIn ? .unstored : .damaged)
    }
  }

  private func attempt(_ subject: Subject) throws -> Result {
    switch subject {
    case .builtIn: try installBuiltIn()
    case .kept(let seq): try examineStored(seq, allowsUnsigned: true)
    case .candidate(let seq): try examineStored(seq, allowsUnsigned: false)
    }
  }

  private func examineStored(_ seq: UInt64, allowsUnsigned: Bool) throws -> Result {
    guard let stored = try manifests.read(seq) else { return Result(.damaged) }
    let isBuiltIn = allowsUnsigned && stored.signature == nil
    let bundle: VerifiedBundle
    do throws(Check.Failure) {
      bundle = try verifier.verify(
        stored.bytes, signature: stored.signature,
        as: isBuiltIn ? .builtIn(seq: seq) : .stored(seq: seq))
    } catch {
      return Result(Finding(error))
    }
    guard try missing(of: bundle.manifest).isEmpty else { return Result(.damaged) }
    return Result(.sound(bundle.facts), bundle.manifest)
  }

  /// The files that the store lacks, each content once.
  func missing(of manifest: BundleManifest) throws(UpdaterFilesError) -> [BundleFile] {
    var missing: [BundleFile] = []
    var seen: Set<ContentHash> = []
    for file in manifest.files where seen.insert(file.hash).inserted {
      if try !store.has(file) { missing.append(file) }
    }
    return missing
  }

  // MARK: What came with the app

  /// Checks what came with the app; nil if there is nothing of the kind.
  func builtInManifest() -> BundleManifest? {
    guard let builtIn, let bytes = try? builtIn.manifest() else { return nil }
    let claim = Claim.builtIn(seq: builtIn.builtIn.seq)
    return try? verifier.verify(bytes, signature: nil, as: claim).manifest
  }

  /// Runs the checks on what came with the app and copies it into the store (U-29, UR-27).
  private func installBuiltIn() throws -> Result {
    guard let builtIn, let bytes = try? builtIn.manifest() else { return Result(.damaged) }
    let bundle: VerifiedBundle
    do throws(Check.Failure) {
      bundle = try verifier.verify(
        bytes, signature: nil, as: .builtIn(seq: builtIn.builtIn.seq))
    } catch {
      return Result(Finding(error))
    }
    var copied: [FinishedFile] = []
    var seen: Set<ContentHash> = []
    do {
      for file in bundle.manifest.files where seen.insert(file.hash).inserted {
        if try store.has(file), try store.isIntact(file) { continue }
        try store.discard(file.hash)
        copied.append(try copy(file, from: builtIn))
      }
      try store.adopt(copied)
      try manifests.write(bundle)
    } catch {
      for file in copied { try? store.files.remove(file.temporary) }
      if error is Check.Failure { return Result(.damaged) }
      throw error
    }
    return Result(.sound(bundle.facts), bundle.manifest)
  }

  private func copy(_ file: BundleFile, from builtIn: BuiltInBundle) throws -> FinishedFile {
    let temporary = store.temporaryNames.next(for: file.hash.description)
    let target = try store.files.create(temporary)
    do {
      var digest = store.beginDigest()
      var count: UInt64 = 0
      while count <= file.byteCount {
        let bytes = try builtIn.read(file, count, UpdaterFilesLimits.chunkByteCount)
        if bytes.isEmpty { break }
        digest.update(bytes)
        try store.files.append(bytes, to: target)
        count += UInt64(bytes.count)
      }
      try Verifier.check(file, byteCount: count, digest: digest.finish())
    } catch {
      try? store.files.close(target)
      try? store.files.remove(temporary)
      throw error
    }
    try store.files.close(target)
    return FinishedFile(hash: file.hash, temporary: temporary, byteCount: file.byteCount)
  }
}
