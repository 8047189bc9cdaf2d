import Foundation
import Synchronization
import TrueSealTerminal
import TrueSealUpdater
import TrueSealUpdaterCrypto
import TrueSealUpdaterFiles
import Testing

@testable import TrueSealBundles
@testable import TrueSealHost

/// A publisher, a web server of its folder, and one launch of a host that ships with release 1.
final class Scene: Sendable {
  let folder: String
  let server: HostServer
  let updater: Updater
  let board: Board
  let session: HostSession

  init(demandsSignedPointer: Bool = false) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("th-\(UUID())").path
    self.folder = folder
    try FileManager.default.createDirectory(
      atPath: folder + "/www/img", withIntermediateDirectories: true)
    try Self.write(folder + "/www/index.html", "<p>one</p>")
    try Self.write(folder + "/www/img/é.svg", "<svg/>")
    var facts: AppFacts = AppFacts(appId: "com.example.app", keys: [])
    facts.signedPointers = demandsSignedPointer
    _ = try Publisher.begin(
      folder + "/releases", facts: facts, keyPaths: [folder + "/key"], on: Disk())
    facts = try AppFacts(in: folder + "/releases", on: Disk())
    _ = try Self.publisher(folder).build(
      folder + "/www", Publisher.Wish(seq: 1), draft: folder + "/built-in")
    server = try #require(HostServer(port: 0) { Self.file($0, below: folder + "/releases") })
    let verifier = try facts.verifier()
    let channel = try #require(Channel("stable"))
    var settings = UpdaterSettings(
      appSupport: folder + "/phone", url: try ChannelURL("http://127.0.0.1:\(server.port)"),
      channel: channel, host: verifier.host, keys: verifier.keys,
      beginDigest: { TrueSealDigest() },
      builtIn: BuiltInBundle(folder: folder + "/built-in", seq: 1, floor: 0))
    settings.checksBySelf = false
    settings.demandsSignedPointer = demandsSignedPointer
    let counter = Counter()
    let board = Board(makeToken: { "token\(counter.next())" }, say: { _ in })
    settings.report = { board.take($0) }
    self.board = board
    updater = Updater.open(settings)
    let page = try await updater.uiStart()
    board.show(page, load: page.token)
    session = HostSession(updater: updater, board: board, nonce: "nonce", port: 8_000)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private final class Counter: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
      count.withLock {
        $0 += 1
        return $0
      }
    }
  }

  static func write(_ path: String, _ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  private static func publisher(
    _ folder: String, now: UInt64 = 1_800_000_000
  ) throws -> Publisher {
    try Publisher(folder + "/releases", on: Disk(), now: now)
  }

  /// Any static web server.
  private static func file(_ request: HostRequest, below root: String) -> HostReply {
    let path = root + request.path
    guard let size = try? Disk().standing(at: path)?.byteCount else { return .plain(404, "none") }
    return HostReply(
      status: 200, type: "application/octet-stream", body: .file(path, byteCount: size))
  }

  /// Puts up the next release and lets the host download it.
  func publish(_ seq: UInt64, _ text: String, isUrgent: Bool = false, now: UInt64 = 1_800_000_000)
    throws
  {
    try Self.write(folder + "/www/index.html", text)
    let channel = try #require(Channel("stable"))
    _ = try Self.publisher(folder, now: now).release(
      .input(folder + "/www"), Publisher.Wish(seq: seq, isUrgent: isUrgent),
      by: [KeyFile.read(folder + "/key", on: Disk())], aim: Publisher.Aim(channel: channel))
  }

  // MARK: Requests

  var token: String { board.showing?.token ?? "" }

  func get(_ path: String) async -> HostReply {
    await session.reply(
      to: HostRequest(method: "GET", path: "/nonce/\(path)", host: "127.0.0.1:8000"))
  }

  func post(_ call: HostCall, from page: String) async -> HostReply {
    await session.reply(
      to: HostRequest(
        method: "POST", path: "/nonce/bridge/\(call.rawValue)", host: "127.0.0.1:8000", page: page))
  }

  static func text(_ reply: HostReply) -> String {
    switch reply.body {
    case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
    case .file(let path, _): (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }
  }
}
