/// Something about the group or the line that an app may want to show.
///
/// Source: rule A-03.
public enum Event: Hashable, Sendable {
  /// This device's status changed; the reason is nil when the app's own call asks to join or stops asking.
  case statusChanged(Status, StatusReason?)
  /// The list of the other members changed; this is the whole list, sorted by id.
  case membersChanged([GroupMember])
  /// A device asks to be admitted through the open pairing window.
  case joinRequest(JoinRequest)
  /// The receiving line changed.
  case connectionChanged(Connection)
  /// An admission this device made was overtaken and cannot be made again.
  case admissionDropped(name: String, AdmissionDropReason)
  /// The session of a conversation is being replaced, was replaced, or should be.
  case conversation(ConversationNotice)
}

/// Why an admission was dropped for good.
///
/// Source: rule M-04.
public enum AdmissionDropReason: String, Hashable, Sendable {
  /// Other admissions filled the group first.
  case groupFull
}
