internal import TrueSealUpdater

/// A file on its way into a temporary file, hashed as it comes (U-17, UR-21).
struct PartialFile: ExchangeSink {
  let file: BundleFile
  let temporary: String
  private let store: ContentStore
  private let target: OpenFile
  private var digest: any FileDigest
  /// The bytes that are there.
  private(set) var byteCount: UInt64 = 0
  /// Whether the bytes come from more than one answer.
  private(set) var isResumed = false
  /// Whether more came than the manifest allows.
  private(set) var isTooLong = false
  /// Whether the answer was not the part that was asked for.
  private(set) var mustRestart = false
  /// Set once something could not be written.
  private(set) var failure: UpdaterFilesError?

  /// Makes the temporary file.
  init(_ file: BundleFile, in store: ContentStore) throws(UpdaterFilesError) {
    self.file = file
    self.store = store
    temporary = store.temporaryNames.next(for: file.hash.description)
    target = try store.files.create(temporary)
    digest = store.beginDigest()
  }

  mutating func begin(_ head: Exchange.Head) -> Bool {
    if head.status == 206 {
      let hasLength = head.range?.byteCount.map { $0 == file.byteCount } ?? true
      guard byteCount > 0, head.range?.offset == byteCount, hasLength else {
        mustRestart = true
        return false
      }
      isResumed = true
      return true
    }
    if byteCount > 0 { restart() }
    return failure == nil
  }

  mutating func receive(_ bytes: [UInt8]) -> Bool {
    guard UInt64(bytes.count) <= file.byteCount - byteCount else {
      isTooLong = true
      return false
    }
    do {
      try store.files.append(bytes, to: target)
    } catch {
      failure = error
      return false
    }
    digest.update(bytes)
    byteCount += UInt64(bytes.count)
    return true
  }

  /// Begins from the first byte.
  mutating func restart() {
    digest = store.beginDigest()
    byteCount = 0
    isResumed = false
    isTooLong = false
    mustRestart = false
    do {
      try store.files.truncate(target)
    } catch {
      failure = error
    }
  }

  /// Runs check 7 on what has come; may be asked once between two restarts (UC-7).
  mutating func isWhole() -> Bool {
    guard !isTooLong else { return false }
    return (try? Verifier.check(file, byteCount: byteCount, digest: digest.finish())) != nil
  }

  /// Ends the writing; what it returns is not durable yet.
  func finish() throws(UpdaterFilesError) -> FinishedFile {
    try store.files.close(target)
    return FinishedFile(hash: file.hash, temporary: temporary, byteCount: file.byteCount)
  }

  /// Removes what has come.
  func abandon() {
    try? store.files.close(target)
    try? store.files.remove(temporary)
  }
}
