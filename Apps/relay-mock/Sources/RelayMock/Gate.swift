import Synchronization
import TrueSealCrypto
import TrueSealRelayLink
import TrueSealTransport

/// One listener and the sessions behind it.
final class Gate: Sendable {
  /// The port it listens on.
  let port: UInt16

  private let kind: Frame.Session
  private let key: RelayKey
  private let entropy: Entropy
  private let house: House
  private let listener: RelayListener
  private let guests: Guests
  private let serving = Mutex<Task<Void, Never>?>(nil)

  /// Opens the listener; nobody is let in before `open()`.
  ///
  /// - Throws: `RelayError`, code `portUnavailable`.
  init(
    _ kind: Frame.Session, port: UInt16, key: RelayKey, house: House, eventLoop: EventLoop,
    entropy: Entropy
  ) async throws(RelayError) {
    self.kind = kind
    self.key = key
    self.house = house
    self.entropy = entropy
    guests = Guests(countMax: house.settings.connectionCountMax)
    let host = house.settings.host
    do throws(LinkError) {
      listener = try RelayListener(host: host, port: port, eventLoop: eventLoop)
    } catch {
      throw RelayError(.portUnavailable, "\(host) port \(port) cannot be opened: \(error.detail)")
    }
    self.port = listener.port
  }

  func open() {
    serving.withLock { $0 = Task { await serve() } }
  }

  func windDown() {
    listener.close()
    guests.windDown()
  }

  func cutConnections() { guests.cutAll() }

  /// Returns when the last session is over.
  func wait() async {
    await serving.withLock(\.self)?.value
  }

  private func serve() async {
    await withDiscardingTaskGroup { group in
      do throws(LinkError) {
        while let connection = try await listener.accept() {
          let guest = Guests.Guest(windDown: connection.close, cut: connection.close)
          guard let place = guests.enter(guest) else {
            connection.close()
            continue
          }
          group.addTask {
            await self.greet(connection, in: place)
            self.guests.leave(place)
          }
        }
      } catch {
        if error.code != .closed { house.note(.listenerFailed(error.description)) }
      }
    }
  }

  private func greet(_ connection: IncomingConnection, in place: Int) async {
    switch kind {
    case .receive:
      let answered = try? await connection.handshakeReceive(
        with: key.key, deadlines: deadlines, entropy: entropy)
      guard let link = answered, let inbox = link.remoteKey else { return }
      let session = ReceiveSession(link, inbox: inbox, in: house)
      guests.change(place, to: .init(windDown: session.windDown, cut: link.close))
      await session.run()
    case .push:
      let answered = try? await connection.handshakePush(
        with: key.key, deadlines: deadlines, entropy: entropy)
      guard let link = answered else { return }
      let session = PushSession(link, in: house)
      guests.change(place, to: .init(windDown: session.windDown, cut: link.close))
      await session.run()
    }
  }

  private var deadlines: LinkDeadlines {
    let asked = house.settings.deadlines
    var deadlines = kind == .receive ? LinkDeadlines.relayReceive : .relayPush
    deadlines.handshake = asked.handshake
    deadlines.write = asked.write
    deadlines.idle = kind == .receive ? asked.receiveIdle : asked.pushIdle
    return deadlines
  }
}
