/// What stands under a name, itself and not what a link leads to.
package struct FileStatus: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case file, folder, link, other
  }

  package let kind: Kind
  package let byteCount: UInt64

  package init(kind: Kind, byteCount: UInt64) {
    self.kind = kind
    self.byteCount = byteCount
  }
}

/// A file that is open for writing.
package struct OpenFile: Hashable, Sendable {
  package let number: Int32

  package init(number: Int32) { self.number = number }
}

/// The updater's folder; names are relative to it, and no link is ever followed.
///
/// Each call blocks, and may fail or be the last thing that happens before the process dies.
package protocol FileSystem: Sendable {
  /// Makes a folder unless it is there; the empty name stands for the updater's folder itself.
  func makeFolder(_ name: String) throws(UpdaterFilesError)
  /// What stands under a name; nil if nothing does.
  func status(of name: String) throws(UpdaterFilesError) -> FileStatus?
  /// What a folder holds, in no order.
  func names(in folder: String) throws(UpdaterFilesError) -> [String]
  /// Some bytes of a regular file; fewer than asked for only at its end.
  func read(
    _ name: String, from offset: UInt64, byteCountMax: Int
  ) throws(UpdaterFilesError) -> [UInt8]
  /// Makes a file that was not there.
  func create(_ name: String) throws(UpdaterFilesError) -> OpenFile
  func append(_ bytes: [UInt8], to file: OpenFile) throws(UpdaterFilesError)
  /// Makes a file empty again.
  func truncate(_ file: OpenFile) throws(UpdaterFilesError)
  /// Makes the bytes of one open file durable.
  func synchronize(_ file: OpenFile) throws(UpdaterFilesError)
  /// Makes the bytes of files that are closed durable.
  func synchronize(contentsOf names: [String]) throws(UpdaterFilesError)
  /// Ends the writing; the descriptor is gone even if this fails.
  func close(_ file: OpenFile) throws(UpdaterFilesError)
  /// Replaces whatever file has the new name.
  func rename(_ name: String, to newName: String) throws(UpdaterFilesError)
  /// Removes a file or a link; no error if there is none.
  func remove(_ name: String) throws(UpdaterFilesError)
  /// Removes an empty folder.
  func removeFolder(_ name: String) throws(UpdaterFilesError)
  /// Makes the names in a folder durable.
  func synchronizeFolder(_ name: String) throws(UpdaterFilesError)
  /// Takes the lock of one process, without waiting; it ends with the process at the latest.
  func lock(_ name: String) throws(UpdaterFilesError) -> OpenFile?
  func unlock(_ lock: OpenFile)
  /// Where a file stands, for whoever serves it.
  func absolutePath(of name: String) -> String
}
