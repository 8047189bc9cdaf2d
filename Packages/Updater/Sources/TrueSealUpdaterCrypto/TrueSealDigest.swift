internal import Synchronization
internal import TrueSealCrypto
public import TrueSealUpdaterFiles

/// SHA-256 of `TrueSealCrypto`, for files that are hashed in pieces.
public final class TrueSealDigest: FileDigest {
  private let running = Mutex<RunningDigest?>(RunningDigest())

  /// Begins with no bytes.
  public init() {}

  /// Goes on with more bytes.
  public func update(_ bytes: [UInt8]) {
    running.withLock { $0?.add(bytes.span) }
  }

  /// The 32-byte digest of all bytes; empty if asked for twice.
  public func finish() -> [UInt8] {
    running.withLock { running in running.take()?.finish() ?? [] }
  }
}
