internal import TrueSealUpdater
internal import TrueSealUpdaterFiles

/// Answers the requests of one launch: the bundle's files by their manifest paths, and the bridge.
struct HostSession: Sendable {
  let updater: Updater
  let board: Board
  let nonce: String
  let port: UInt16

  /// The state as pages get it.
  struct Report: Encodable, Sendable {
    struct Showing: Encodable, Sendable {
      let seq: UInt64
      let isTrial: Bool
      let url: String
    }

    let showing: Showing?
    let updateReady: UInt64?
    let progress: String
    let current: UInt64?
    let previous: UInt64?
    let pending: UInt64?
    let trial: UInt64?
    let trialFails: UInt64
    let bad: [UInt64]
    let floor: UInt64
    let log: [String]
  }

  /// What became of a call.
  struct Outcome: Encodable, Equatable, Sendable {
    let outcome: String
  }

  var address: String { "http://127.0.0.1:\(port)/\(nonce)/" }

  func reply(to request: HostRequest) async -> HostReply {
    switch HostRoute(request, nonce: nonce, port: port) {
    case .refused(let status, let reason): .plain(status, reason)
    case .frame: .page(HostFrame.page(nonce: nonce))
    case .state: .object(await report())
    case .file(let token, let path): await file(token, path, isShown: request.method == "GET")
    case .call(let call): await answer(call, from: request.page ?? "")
    }
  }

  // MARK: Files

  private func file(_ token: String, _ path: String, isShown: Bool) async -> HostReply {
    guard let showing = board.showing, HostRoute.isSame(token, showing.token) else {
      return .plain(410, "this page is on screen no more")
    }
    let page = showing.page
    guard let file = page.file(at: path) else { return .plain(404, "the bundle has no such file") }
    if isShown, path.utf8.elementsEqual(page.manifest.entry.utf8) {
      guard board.begin(showing.token) else {
        // The page loads its entry again by itself: another load, with a token of its own (UR-31).
        board.show(page, load: await updater.entryReloaded())
        return .redirect(url(of: board.showing ?? showing))
      }
      await updater.pageStarted(showing.load)
    }
    var reply = HostReply(status: 200, type: HostReply.type(of: path), body: .bytes([]))
    if let place = page.absolutePath(of: path) {
      reply.body = .file(place, byteCount: file.byteCount)
    } else if let bytes = try? page.read(path) {
      reply.body = .bytes(bytes)
    } else {
      return .plain(500, "the file cannot be read")
    }
    return reply
  }

  /// Where the entry of a page is; what a path may hold needs few escapes.
  private func url(of showing: Board.Showing) -> String {
    let path = showing.page.manifest.entry.utf8.map { byte in
      Self.isPlain(byte)
        ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
    return "/\(nonce)/\(showing.token)/\(path)"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  // MARK: The bridge

  private func answer(_ call: HostCall, from token: String) async -> HostReply {
    if call == .check {
      return .object(Outcome(outcome: HostWords.text(await updater.check())))
    }
    guard let showing = board.showing, HostRoute.isSame(token, showing.token) else {
      board.write("a page that is on screen no more asked for \(call.rawValue)")
      return .plain(409, "this page is on screen no more")
    }
    switch call {
    case .pageStarted:
      await updater.pageStarted(showing.load)
      return .object(Outcome(outcome: "noted"))
    case .ready:
      return .object(Outcome(outcome: "\(await updater.ready(showing.load))"))
    case .applyUpdate, .check: return await applyUpdate()
    }
  }

  private func applyUpdate() async -> HostReply {
    do {
      switch try await updater.applyUpdate() {
      case .restarted(let page):
        board.applied()
        board.show(page, load: page.token)
        return .object(Outcome(outcome: "restarted"))
      case .refused(let refusal): return .object(Outcome(outcome: HostWords.text(refusal)))
      }
    } catch {
      board.write("trouble: \(error)")
      return .plain(500, "no bundle may be shown")
    }
  }

  private func report() async -> Report {
    let state = await updater.state
    let showing = board.showing
    return Report(
      showing: showing.map {
        Report.Showing(
          seq: $0.page.manifest.seq, isTrial: $0.page.manifest.seq == state?.trial, url: url(of: $0)
        )
      },
      updateReady: board.updateReady, progress: board.progress, current: state?.current,
      previous: state?.previous, pending: state?.pending, trial: state?.trial,
      trialFails: state?.trialFails ?? 0, bad: state?.bad ?? [], floor: state?.floor ?? 0,
      log: board.log)
  }
}
