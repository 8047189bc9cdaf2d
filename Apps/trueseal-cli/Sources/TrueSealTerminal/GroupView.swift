/// What the group looks like from this device, for those who watch it.
struct GroupView: Codable, Equatable, Sendable {
  /// Which view it is, and of which process.
  struct Mark: Codable, Equatable, Sendable {
    let epoch: UInt64
    let number: Int
  }

  let mark: Mark
  let status: String
  /// What moved the device to its status, where that is what changed.
  var reason: String?
  /// Everybody, this device included; empty where it is no member.
  let members: [Person]

  /// Whether a person would see any difference.
  func looksLike(_ other: GroupView?) -> Bool {
    status == other?.status && members == other?.members
  }
}
