/// A device that knows the pairing secret and asks to be admitted.
///
/// Source: rule P-03.
public struct JoinRequest: Hashable, Sendable {
  /// The id the device will have as a member.
  public let id: String
  /// The label the device chose.
  public let name: String

  /// The keys the device will be listed with.
  let keys: DevicePublicKeys

  init(keys: DevicePublicKeys, name: String) {
    self.keys = keys
    self.name = name
    id = keys.memberID
  }
}
