internal import TrueSealCrypto
internal import TrueSealOutbox
internal import TrueSealTransport

/// One Push Session's way out: seals on every core, and writes in the order it was told.
final class PushPipe: Sendable {
  /// One push on its way: what it is, and the sealing that is under way.
  private struct Item: Sendable {
    let id: Entry.ID
    let envelope: Task<[UInt8], any Error>
  }

  private let link: any Link
  private let versions: EndToEndVersions
  private let items: AsyncStream<Item>.Continuation
  private let writer: Task<Void, Never>

  /// Begins to write to an open link.
  ///
  /// `onFailure` hears of entries no envelope can be made of; `onLoss` of the end of the link, once.
  init(
    link: any Link, versions: EndToEndVersions,
    onFailure: @escaping @Sendable (Entry.ID) async -> Void,
    onLoss: @escaping @Sendable () async -> Void
  ) {
    self.link = link
    self.versions = versions
    let (stream, items) = AsyncStream.makeStream(of: Item.self)
    self.items = items
    writer = Task(priority: .medium) {
      for await item in stream {
        guard let envelope = try? await item.envelope.value else {
          await onFailure(item.id)
          continue
        }
        do {
          try await link.send(.push(recipient: item.id.recipient, envelope: envelope))
        } catch {
          return await onLoss()
        }
      }
    }
  }

  /// Takes a message that follows all that were taken before it.
  func push(
    _ message: Outbound, as id: Entry.ID, keys: DeviceKeys, entropy: Entropy,
    deflaters: DeflaterPool
  ) {
    // Below the writer, which would else wait behind every sealing under way.
    let envelope = Task(priority: .low) { [versions] in
      try deflaters.lend { deflater in
        try message.sealed(by: keys, entropy: entropy, deflater: deflater, of: versions)
      }
    }
    items.yield(Item(id: id, envelope: envelope))
  }

  /// Ends the session; what was taken and not written is dropped.
  func close() {
    items.finish()
    writer.cancel()
    link.close()
  }
}
