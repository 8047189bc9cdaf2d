extension FileSystem {
  /// Writes a small file whole: exclusive temporary file, flush, rename, flush of the folder.
  ///
  /// Whatever fails, the temporary file is removed.
  func replace(
    _ name: String, in folder: String, with bytes: [UInt8], temporary: String
  ) throws(UpdaterFilesError) {
    do throws(UpdaterFilesError) {
      let file = try create(temporary)
      do throws(UpdaterFilesError) {
        try append(bytes, to: file)
        try synchronize(file)
      } catch {
        try? close(file)
        throw error
      }
      try close(file)
      try rename(temporary, to: name)
    } catch {
      try? remove(temporary)
      throw error
    }
    try synchronizeFolder(folder)
  }

  /// All bytes of a small file; nil if there is none.
  ///
  /// - Throws: `UpdaterFilesError`; code `notAFile` for a link or a folder. One byte above the limit
  ///   is returned, so that the reader sees that it is too long.
  func whole(_ name: String, byteCountMax: Int) throws(UpdaterFilesError) -> [UInt8]? {
    do {
      return try read(name, from: 0, byteCountMax: byteCountMax + 1)
    } catch {
      if error.code == .missing { return nil }
      throw error
    }
  }

  /// Removes whatever stands under a name: a file, a link, or a folder with all that is in it.
  func removeAll(_ name: String, depth: Int = 0) throws(UpdaterFilesError) {
    guard let status = try status(of: name) else { return }
    guard status.kind == .folder else { return try remove(name) }
    guard depth < UpdaterFilesLimits.folderDepthMax else {
      throw UpdaterFilesError(.io, "\(name) lies too deep")
    }
    for entry in try names(in: name) { try removeAll("\(name)/\(entry)", depth: depth + 1) }
    try removeFolder(name)
  }

  /// Makes sure that a folder of the updater's own stands there, and no link to another.
  func prepareFolder(_ name: String) throws(UpdaterFilesError) {
    if let status = try status(of: name), status.kind != .folder { try remove(name) }
    try makeFolder(name)
  }
}
