/// Everything a call on the client can refuse with; a closed list, so that a switch needs no default.
///
/// Source: rule A-04.
public enum TrueSealError: Error, Hashable, Sendable {
  /// The relay's address is not one this library reads (W-05).
  case invalidRelayAddress
  /// The namespace is not 1 to 64 characters of `A-Z a-z 0-9 _ -` (S-01).
  case invalidNamespace
  /// The file that keeps this device's state could not be used (S-11).
  case storage(StorageReason)
  /// The client was closed.
  case closed
  /// The call needs a group, and this device is not in one.
  case notMember(Status)
  /// The call needs a device without a group, and this one has or had one open.
  case alreadyInGroup
  /// The text is no Pairing Token, or it is this device's own (W-04).
  case invalidPairingToken
  /// The pairing window is closed, or the request did not come through it (P-04).
  case pairingClosed
  /// The group already has as many members as it may have.
  case groupFull(max: Int)
  /// No member has this id.
  case memberNotFound
  /// The body is longer than a message may be.
  case payloadTooLarge(max: Int)
  /// A message handler is already set; there is one at a time (D-12).
  case messageHandlerAlreadySet
  /// A newer release wrote the store; it was left as it was (V-04).
  case storeTooNew
}

/// Why the store could not be used.
///
/// Source: rule S-11.
public enum StorageReason: Hashable, Sendable, CaseIterable {
  /// The disk, or the room the library allows itself, is full.
  case full
  /// The file or its folder cannot be read or written by this process.
  case unreadable
  /// Another process, or another object in this one, has the store open.
  case inUse
  /// The file is not a store, or some of it is damaged.
  case damaged
  /// The store is sealed with another store key, with one where none was given, or not at all (S-13).
  case wrongKey
  /// The disk answered with an error.
  case io
}
