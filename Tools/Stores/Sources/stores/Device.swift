import Synchronization
import TrueSealSync

/// A device on a stage, and what it has said and handled.
final class Device: Sendable {
  let client: TrueSeal
  let name: String
  let line: Line
  private let said = Mutex<[MessageID: [UInt8]]>([:])
  private let handled: Mutex<[MessageID]>
  private let listening = Mutex<[Subscription]>([])

  /// A device that handled these messages in former lives.
  init(_ client: TrueSeal, called name: String, on line: Line, handled: [MessageID]) {
    self.client = client
    self.name = name
    self.line = line
    self.handled = Mutex(handled)
  }

  deinit { for one in listening.withLock({ $0 }) { one.cancel() } }

  /// What it has handled, in order.
  var handledIDs: [MessageID] { handled.withLock { $0 } }

  /// Handles what comes.
  func listen() async throws {
    let messages = try await client.onMessage { message in
      self.handled.withLock { $0.append(message.id) }
    }
    let texts = try await client.onConversationMessage { message in
      self.handled.withLock { $0.append(message.id) }
    }
    listening.withLock { $0 += [messages, texts] }
  }

  func say(_ body: [UInt8]) async throws {
    let id = try await client.send(body)
    said.withLock { $0[id] = body }
  }

  func say(_ text: [UInt8], to member: String) async throws {
    let id = try await client.conversation(with: member).send(text)
    said.withLock { $0[id] = text }
  }

  /// Says what its store holds.
  func describe(
    as store: String, ending: StatusReason? = nil, peer: String? = nil, storeKey: String? = nil
  ) async throws -> StoreDescription {
    let said = said.withLock { $0 }
    return StoreDescription(
      store: store, status: await client.status.rawValue,
      me: StoreDescription.Member(await client.me),
      members: await client.members.map { StoreDescription.Member($0) },
      outbox: try await client.outbox().map { StoreDescription.Message($0, said: said) },
      heldManifestCount: try await client.info().heldManifestCount,
      handled: handledIDs.map(\.description), ending: ending?.rawValue, storeKey: storeKey,
      peer: peer)
  }
}
