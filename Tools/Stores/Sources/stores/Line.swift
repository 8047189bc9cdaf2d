import Synchronization
import TrueSealSync
import TrueSealTransport

/// One device's way to the relay, each direction with a switch of its own.
final class Line: Sendable {
  private struct State {
    var pushes = true
    var receives = true
    var pushLinks: [any Link] = []
    var receiveLinks: [any Link] = []
  }
  private let state = Mutex(State())

  /// Lets the device send, receive, both or nothing; what is open and no longer allowed ends.
  func set(push: Bool, receive: Bool) {
    let ended = state.withLock { state in
      state.pushes = push
      state.receives = receive
      var ended: [any Link] = []
      if !push { swap(&ended, &state.pushLinks) }
      if !receive {
        ended += state.receiveLinks
        state.receiveLinks = []
      }
      return ended
    }
    for link in ended { link.close() }
  }

  /// The parts with this line between them and the relay.
  func through(_ parts: Parts) -> Parts {
    var parts = parts
    let (connectPush, connectReceive) = (parts.connectPush, parts.connectReceive)
    parts.connectPush = { () async throws(LinkError) -> any Link in
      guard self.state.withLock({ $0.pushes }) else { throw LinkError(.unreachable, "off") }
      let link = try await connectPush()
      self.state.withLock { $0.pushLinks.append(link) }
      return link
    }
    parts.connectReceive = { keys async throws(LinkError) -> any Link in
      guard self.state.withLock({ $0.receives }) else { throw LinkError(.unreachable, "off") }
      let link = try await connectReceive(keys)
      self.state.withLock { $0.receiveLinks.append(link) }
      return link
    }
    return parts
  }
}
