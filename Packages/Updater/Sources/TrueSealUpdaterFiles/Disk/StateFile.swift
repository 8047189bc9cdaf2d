package import TrueSealUpdater

/// The file that holds what this phone remembers: `state.json` (U-24, U-25).
package struct StateFile: Sendable {
  static let name = "state.json"
  static let setAsideName = "state.json.corrupt"

  /// What was found in its place.
  package enum Contents: Hashable, Sendable {
    case state(Activation.State, repairs: [Activation.State.Repair], bytes: [UInt8])
    /// There is none, and no unreadable one was set aside before it.
    case missing
    /// There is one that cannot be read, or one was set aside and none written since.
    case unreadable
  }

  let files: any FileSystem
  let temporaryNames: TemporaryNames

  package init(files: any FileSystem, temporaryNames: TemporaryNames) {
    self.files = files
    self.temporaryNames = temporaryNames
  }

  /// Reads the file and changes nothing.
  ///
  /// - Throws: `UpdaterFilesError` if the file system does not answer, which says nothing of the file.
  package func load() throws(UpdaterFilesError) -> Contents {
    let bytes: [UInt8]?
    do {
      bytes = try files.whole(Self.name, byteCountMax: UpdaterLimits.stateByteCountMax)
    } catch {
      if error.code == .notAFile { return .unreadable }
      throw error
    }
    guard let bytes else {
      return try files.status(of: Self.setAsideName) == nil ? .missing : .unreadable
    }
    guard let (state, repairs) = try? Activation.State.decode(bytes) else { return .unreadable }
    return .state(state, repairs: repairs, bytes: bytes)
  }

  /// Moves an unreadable file out of the way, over one that was moved before (UR-52).
  func setAside() throws(UpdaterFilesError) {
    guard let status = try files.status(of: Self.name) else { return }
    if let old = try files.status(of: Self.setAsideName), old.kind == .folder {
      try files.removeAll(Self.setAsideName)
    }
    if status.kind == .file {
      try files.rename(Self.name, to: Self.setAsideName)
    } else {
      try files.removeAll(Self.name)
    }
  }

  /// Replaces the file durably.
  ///
  /// If it was replaced but the folder could not be flushed, the old bytes are put back, so that the
  /// file says what the caller goes on with.
  func save(_ state: Activation.State, over old: [UInt8]?) throws(UpdaterFilesError) -> [UInt8] {
    let bytes = state.encoded
    do {
      try write(bytes)
    } catch {
      let found = try? files.whole(Self.name, byteCountMax: UpdaterLimits.stateByteCountMax)
      if found == bytes, old != bytes {
        if let old { try? write(old) } else { try? files.remove(Self.name) }
      }
      throw error
    }
    return bytes
  }

  private func write(_ bytes: [UInt8]) throws(UpdaterFilesError) {
    try files.replace(
      Self.name, in: "", with: bytes, temporary: temporaryNames.next(for: "state"))
  }
}
