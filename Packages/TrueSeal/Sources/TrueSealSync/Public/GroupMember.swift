/// A device of the group, as an app shows it.
public struct GroupMember: Hashable, Sendable {
  /// The device's signing key in base64url, 43 characters; the same for as long as the device is in the group (W-02).
  public let id: String
  /// The label the device chose; anybody can choose any label, so it identifies nobody (W-03).
  public let name: String

  /// Names a member.
  public init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}
