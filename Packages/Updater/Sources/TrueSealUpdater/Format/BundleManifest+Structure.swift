extension BundleManifest {
  /// The rules a manifest keeps in itself, whoever made it (UC-4).
  func checkStructure() throws(UpdaterError) {
    guard Self.isAppID(appID) else { throw UpdaterError(.badText, "the app id") }
    guard (1...UpdaterLimits.seqMax).contains(seq), floor <= seq else {
      throw UpdaterError(.outOfRange, "the seq, or a floor above it")
    }
    if let commit {
      guard UpdaterLimits.commitByteCounts.contains(commit.utf8.count),
        commit.utf8.allSatisfy({ Hexadecimal.value(of: $0) != nil })
      else { throw UpdaterError(.badText, "the commit") }
    }
    try checkRequirements()
    try checkFiles()
    let paths = files.map(\.path)
    try BundlePaths.check(paths)
    guard BundlePaths.contains(entry, in: paths) else {
      throw UpdaterError(.conflict, "the entry is no file of the bundle")
    }
  }

  private static func isAppID(_ text: String) -> Bool {
    (1...UpdaterLimits.appIDByteCountMax).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        Text.isLowercase($0) || Text.isUppercase($0) || Text.isDigit($0)
          || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
      }
  }

  private func checkRequirements() throws(UpdaterError) {
    let numbers = 1...UpdaterLimits.requirementMax
    guard numbers.contains(requirements.host), numbers.contains(requirements.bridge) else {
      throw UpdaterError(.outOfRange, "the host or bridge required")
    }
    guard requirements.data.count <= UpdaterLimits.dataPairCountMax else {
      throw UpdaterError(.outOfRange, "too many pairs of data")
    }
    var seen: Set<Requirements.Pair> = []
    for pair in requirements.data {
      guard Bucket.isName(pair.bucket) else { throw UpdaterError(.badText, "a bucket") }
      guard numbers.contains(pair.schema) else { throw UpdaterError(.outOfRange, "a schema") }
      guard seen.insert(pair).inserted else {
        throw UpdaterError(.conflict, "a pair of data stands twice")
      }
    }
  }

  /// Their order, their sizes and their hashes; paths have rules of their own.
  private func checkFiles() throws(UpdaterError) {
    guard (1...UpdaterLimits.fileCountMax).contains(files.count) else {
      throw UpdaterError(.outOfRange, "\(files.count) files")
    }
    var total: UInt64 = 0
    var sizes: [ContentHash: UInt64] = [:]
    sizes.reserveCapacity(files.count)
    for (index, file) in files.enumerated() {
      guard index == 0 || files[index - 1] < file else {
        throw UpdaterError(.conflict, "the files are not in ascending order")
      }
      guard file.byteCount <= UpdaterLimits.fileByteCountMax else {
        throw UpdaterError(.outOfRange, "a file is too large")
      }
      let (sum, overflows) = total.addingReportingOverflow(file.byteCount)
      guard !overflows else { throw UpdaterError(.outOfRange, "the bundle is too large") }
      total = sum
      guard sizes.updateValue(file.byteCount, forKey: file.hash) ?? file.byteCount == file.byteCount
      else { throw UpdaterError(.conflict, "one hash has two sizes") }
    }
  }
}
