internal import TrueSealUpdater

/// Names of files in the making, which no other file has (UR-20).
package struct TemporaryNames: Sendable {
  static let folder = "tmp"

  /// Returns random bytes of the count asked for.
  let random: @Sendable (_ byteCount: Int) -> [UInt8]

  package init(random: @escaping @Sendable (_ byteCount: Int) -> [UInt8]) { self.random = random }

  /// A name in the folder of temporary files; `purpose` is a hash or a word.
  func next(for purpose: String) -> String {
    let digits = random(8).map { byte in
      let text = String(byte, radix: 16)
      return text.count == 1 ? "0\(text)" : text
    }
    return "\(Self.folder)/\(purpose).\(digits.joined())"
  }

  /// Removes what earlier processes and runs left behind (UR-20).
  static func clear(_ files: any FileSystem) throws(UpdaterFilesError) {
    for name in try files.names(in: folder) { try files.removeAll("\(folder)/\(name)") }
  }
}
