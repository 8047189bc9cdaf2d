/// A conversation as a command shows it.
struct SessionView: Codable, Equatable, Sendable {
  let id: String
  let name: String
  /// `none`, `initiated` or `received`.
  let phase: String
  let epoch: UInt64
  let hasSession: Bool
  let waitingCount: Int
  let unhandledCount: Int
  /// Whether the other device's last reset was proven by the session before; nil for one of this device.
  let isProvenBySession: Bool?
  let awaitsApproval: Bool
  /// Equal on both devices when they share one session.
  let verification: String?
}
