import TrueSealSync

/// What a store says, as its device said it when it was closed.
struct StoreDescription: Codable, Equatable {
  struct Member: Codable, Equatable {
    let id: String
    let name: String
  }

  struct Message: Codable, Equatable {
    let id: String
    let purpose: String
    let sentAt: UInt64?
    /// Member ids; an empty text for one who is no member.
    let recipients: [String]
    /// What the app said, in hexadecimal digits; nil for what the app did not say.
    let body: String?
  }

  /// The name of the file, without its end.
  let store: String
  let status: String
  let me: Member
  let members: [Member]
  let outbox: [Message]
  let heldManifestCount: Int
  /// Messages this device has handled.
  let handled: [String]
  /// Why its last membership ended, where the app has not heard of that.
  let ending: String?
  /// The key it is sealed under, in hexadecimal digits; nil for a store that is not.
  let storeKey: String?
  /// The store of the device its messages are for.
  let peer: String?
}

extension StoreDescription.Member {
  init(_ member: GroupMember) {
    id = member.id
    name = member.name
  }
}

extension StoreDescription.Message {
  init(_ message: OutboxMessage, said: [MessageID: [UInt8]]) {
    id = message.id.description
    purpose = message.purpose.rawValue
    sentAt = message.sentAt
    recipients = message.recipients.map { $0 ?? "" }
    body = said[message.id].map { bytes in
      bytes.map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
    }
  }
}
