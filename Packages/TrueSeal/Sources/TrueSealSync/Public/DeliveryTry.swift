/// How handing messages to the relay goes for one device.
public struct DeliveryTry: Hashable, Sendable {
  /// The device, by member id; nil for one that is no member.
  public let recipient: String?
  /// How often the relay could not be reached or said no for now, since something last came through.
  ///
  /// Counted for as long as the pauses grow; it stays where it is from then on.
  public let failureCount: Int
  /// When the next try is due, in milliseconds from now; nil while one is under way or due.
  public let millisecondsToNext: Int?
}
