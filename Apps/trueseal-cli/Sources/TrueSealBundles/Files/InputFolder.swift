internal import TrueSealTerminal
internal import TrueSealUpdater

/// What a bundle is made of: a folder of regular files, and nothing else.
struct InputFolder: Sendable {
  let disk: Disk
  let folder: String

  /// A file by its path in the bundle, and where it stands.
  struct Source: Hashable, Sendable {
    let path: String
    let place: String
  }

  /// All files below the folder.
  ///
  /// - Throws: `Refusal`, input refused, for links, devices, sockets, signing keys, too many files, and none.
  func sources() throws(Refusal) -> [Source] {
    guard let standing = try disk.standing(at: folder), standing.kind == .folder else {
      throw Refusal(.inputRefused, "\(folder) is no folder")
    }
    var sources: [Source] = []
    try walk(folder, "", &sources)
    guard !sources.isEmpty else { throw Refusal(.inputRefused, "\(folder) holds no file") }
    return sources
  }

  private func walk(
    _ place: String, _ path: String, _ sources: inout [Source]
  ) throws(Refusal) {
    guard path.utf8.count <= UpdaterLimits.pathByteCountMax else {
      throw Refusal(.inputRefused, "\(place) is too deep for a bundle")
    }
    for name in try disk.names(in: place) {
      let next = Source(path: path.isEmpty ? name : "\(path)/\(name)", place: "\(place)/\(name)")
      switch try disk.standing(at: next.place)?.kind {
      case .file:
        guard try !KeyFile.isKey(next.place, on: disk) else {
          throw Refusal(.inputRefused, "\(next.place) is a signing key")
        }
        sources.append(next)
        guard sources.count <= UpdaterLimits.fileCountMax else {
          throw Refusal(
            .inputRefused, "more than \(UpdaterLimits.fileCountMax) files in \(folder)")
        }
      case .folder: try walk(next.place, next.path, &sources)
      case .link:
        throw Refusal(.inputRefused, "\(next.place) is a link; put the file itself there")
      case .other, nil:
        throw Refusal(.inputRefused, "\(next.place) is neither a file nor a folder")
      }
    }
  }
}
