internal import Synchronization

/// Where other programs of this user reach the one that has the store open: a Unix socket.
final class Counter: Sendable {
  private struct State {
    var arrivals: EventSource?
    var callers: [Int: (line: Line, work: Task<Void, Never>)] = [:]
    var nextCaller = 0
    var isClosed = false
  }

  private let path: String
  private let servant: Servant
  private let state = Mutex(State())

  /// Opens the socket; only for the process that has the store open, since an old socket is removed.
  ///
  /// - Throws: `Refusal`, storage.
  init(at path: String, for servant: Servant) throws(Refusal) {
    guard let socket = System.listen(at: path) else {
      throw Refusal(.storage, "the socket \(path) cannot be made: \(System.failure)")
    }
    self.path = path
    self.servant = servant
    let arrivals = EventSource(reading: socket) { [weak self] in
      guard let self, let caller = socket.lend({ System.answer($0) }) else { return }
      admit(caller)
    }
    state.withLock { $0.arrivals = arrivals }
  }

  /// Lets nobody in any more and ends what is long; a request that is short is still answered.
  func close() async {
    System.remove(path)
    let callers = state.withLock { state in
      state.arrivals?.cancel()
      state.arrivals = nil
      state.isClosed = true
      return Array(state.callers.values)
    }
    for caller in callers { caller.work.cancel() }
    for caller in callers { await caller.work.value }
  }

  private func admit(_ socket: Descriptor) {
    guard System.isOurs(socket) else { return }
    state.withLock { state in
      guard !state.isClosed, state.callers.count < TerminalLimits.callersMax else { return }
      state.nextCaller += 1
      let number = state.nextCaller
      let line = Line(socket) { [weak self] in
        self?.state.withLock { $0.callers[number]?.work.cancel() }
      }
      let work = Task { [servant] in
        await Self.serve(line, by: servant)
        self.state.withLock { $0.callers[number] = nil }
      }
      state.callers[number] = (line, work)
    }
  }

  private static func serve(_ line: Line, by servant: Servant) async {
    var window: Int?
    for await letter in line.letters {
      guard let reply = await reply(to: letter, by: servant) else { break }
      if case .pairing(_, let number) = reply { window = number }
      guard let answer = Letter<Reply>.bytes(reply), await line.send(answer) else { break }
    }
    line.close()
    // Nobody is left who could be shown a request.
    if let window { await servant.endWindow(window) }
  }

  /// The reply, or nil when the request was given up.
  private static func reply(to letter: [UInt8], by servant: Servant) async -> Reply? {
    do throws(Refusal) {
      return try await servant.ask(try Letter<Request>.content(of: letter))
    } catch {
      return error == .interrupted ? nil : .refused(error)
    }
  }
}
