import Synchronization
import TrueSealTransport

/// One socket, watched by an event loop.
///
/// Its descriptor goes back to the system only when no call uses it any more, since the system may
/// give the same number to the next socket at once.
final class Channel: Sendable {
  private struct State {
    let descriptor: Int32
    var token: UInt64 = 0
    var userCount = 0
    var isClosed = false
    var readable: Signal
  }

  let loop: EventLoop
  /// Raised when writing is worth trying again.
  let writable: Signal
  private let state: Mutex<State>

  /// Takes over `descriptor`, also when this fails.
  ///
  /// - Throws: `unreachable` when the system cannot watch another socket.
  init(_ descriptor: Int32, on loop: EventLoop) throws(LinkError) {
    self.loop = loop
    writable = Signal(on: loop)
    state = Mutex(State(descriptor: descriptor, readable: Signal(on: loop)))
    guard let token = loop.watch.add(self, descriptor) else {
      Socket.release(descriptor)
      throw LinkError(.unreachable, "The system cannot watch another socket.")
    }
    state.withLock { $0.token = token }
  }

  /// Connects to `address`.
  ///
  /// - Throws: `unreachable`, `timedOut`, `cancelled`.
  static func connecting(
    to address: SocketAddress, until deadline: Duration, on loop: EventLoop
  ) async throws(LinkError) -> Channel {
    guard let descriptor = Socket.dial(address) else {
      throw LinkError(.unreachable, "The system refused to connect.")
    }
    let channel = try Channel(descriptor, on: loop)
    do throws(LinkError) {
      try await channel.writable.wait(until: deadline)
      guard channel.isConnected else { throw LinkError(.unreachable, "Nobody answered.") }
      return channel
    } catch {
      channel.close(error)
      throw error
    }
  }

  /// Raised when reading or accepting is worth trying again.
  var readable: Signal { state.withLock { $0.readable } }

  /// Reads into `buffer` from index `start` to its end; `failed` once closed.
  func read(into buffer: inout [UInt8], from start: Int) -> Transfer {
    guard let descriptor = enter() else { return .failed }
    defer { leave() }
    return Socket.read(descriptor, into: &buffer, from: start)
  }

  /// Writes what it can of `buffer` from index `start`; `failed` once closed.
  func write(_ buffer: [UInt8], from start: Int) -> Transfer {
    guard let descriptor = enter() else { return .failed }
    defer { leave() }
    return Socket.write(descriptor, buffer, from: start)
  }

  /// Takes one connection; `failed` once closed.
  func accept() -> Acceptance {
    guard let descriptor = enter() else { return .failed }
    defer { leave() }
    return Socket.take(from: descriptor)
  }

  /// Tells the peer that nothing more will be sent.
  func endWriting() {
    guard let descriptor = enter() else { return }
    defer { leave() }
    Socket.endWriting(descriptor)
  }

  /// Ends every wait for reading with `closed` and hands reading to the caller.
  func takeOverReading() -> Signal {
    let (old, new) = state.withLock { state in
      let old = state.readable
      // Old news may be unread, so the new signal starts raised.
      if !state.isClosed { state.readable = Signal(on: loop, isRaised: true) }
      return (old, state.readable)
    }
    old.fail(LinkError(.closed, "The session is ending."))
    return new
  }

  /// Gives the socket up; every wait ends with `error`, and later calls do nothing.
  func close(_ error: LinkError) {
    let first = state.withLock { state -> State? in
      guard !state.isClosed else { return nil }
      state.isClosed = true
      state.userCount += 1
      return state
    }
    guard let first else { return }
    loop.watch.remove(first.token)
    first.readable.fail(error)
    writable.fail(error)
    leave()
  }

  private var isConnected: Bool {
    guard let descriptor = enter() else { return false }
    defer { leave() }
    return Socket.isConnected(descriptor)
  }

  private func enter() -> Int32? {
    state.withLock { state in
      guard !state.isClosed else { return nil }
      state.userCount += 1
      return state.descriptor
    }
  }

  private func leave() {
    let unused = state.withLock { state -> Int32? in
      state.userCount -= 1
      return state.isClosed && state.userCount == 0 ? state.descriptor : nil
    }
    if let unused { Socket.release(unused) }
  }
}
