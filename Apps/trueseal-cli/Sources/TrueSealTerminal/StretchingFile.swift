internal import Foundation
internal import TrueSealSync

/// How the passphrase of a home is stretched; the file is no secret, and without it no passphrase opens anything.
struct StretchingFile: Codable, Equatable, Sendable {
  private let algorithm: String
  private let salt: Data
  private let passes: Int
  private let memoryByteCount: Int

  private static let algorithm = "argon2id"

  private init(_ effort: PassphraseStretching) {
    algorithm = Self.algorithm
    salt = Data(effort.salt)
    passes = effort.passes
    memoryByteCount = effort.memoryByteCount
  }

  /// The effort a home has settled on, or a new one that is written down at once.
  ///
  /// - Throws: `Refusal`, storage.
  static func effort(of home: Home, mayMake: Bool) throws(Refusal) -> PassphraseStretching {
    let path = home.stretchingPath
    guard System.look(at: path) != nil else {
      guard mayMake else {
        throw Refusal(
          .storage, "\(path) is missing; the store has no passphrase, or this file must come back")
      }
      let effort = PassphraseStretching.fresh()
      try home.make()
      guard home.keep(Self(effort), at: path) else {
        throw Refusal(.storage, "\(path) cannot be written: \(System.failure)")
      }
      return effort
    }
    let limit = TerminalLimits.settingsByteCountMax
    guard let file = System.openFile(path, writing: false),
      let bytes = file.lend({ System.read(from: $0, atMost: limit) }),
      let kept = try? JSONDecoder().decode(Self.self, from: Data(bytes)),
      kept.algorithm == algorithm,
      let effort = PassphraseStretching(
        salt: Array(kept.salt), passes: kept.passes, memoryByteCount: kept.memoryByteCount)
    else {
      throw Refusal(.storage, "\(path) cannot be read; the store does not open without it")
    }
    return effort
  }
}
