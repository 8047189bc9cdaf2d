import Foundation
import Testing

@Suite(
  .serialized,
  .enabled(
    if: Python.isThere, "no Python environment for the peer; make setup-peers makes one"))
struct `The Python peer` {
  private static let bodies = [
    "", "00", "68656c6c6f", String(repeating: "41", count: 5_000),
    (0..<61_440).map { String(format: "%02x", $0 * 167 % 251) }.joined(),
  ]

  @Test func `W-10 W-12 W-30 W-31 W-40 W-43 joins a device and exchanges messages`() throws {
    let scratch = try PeerScratch()
    let device = try TrialDevice(
      name: "swift", address: scratch.relay.address, folder: scratch.folder + "/device")
    device.child.write("window")
    let token = try device.child.line(1, withPrefix: "token ").dropFirst("token ".count)
    let peer = try scratch.peer("join", "\(scratch.relay.address)#\(token)")
    try device.child.line { $0 == "members 1" }
    try exchange(peer, device)
  }

  @Test func `W-04 W-40 W-43 W-50 W-52 admits a device and exchanges messages`() throws {
    let scratch = try PeerScratch()
    let device = try TrialDevice(
      name: "swift", address: scratch.relay.address, folder: scratch.folder + "/device")
    let peer = try scratch.peer("admit", scratch.relay.address)
    let link = try text(of: peer.line { $0.contains("link") }, "link")
    let token = try #require(link.split(separator: "#").last)
    device.child.write("join \(token)")
    try device.child.line { $0 == "joined" }
    try exchange(peer, device)
  }

  @Test func `W-01 W-04 W-05 W-10 W-13 W-30 W-50 computes our own answers anew`() throws {
    let check = try Python.run("check_vectors.py")
    check.waitUntilOver(within: 120)
    #expect(check.exitCode == 0, "\(check.lines.suffix(5))")
    #expect(check.lines.last?.contains("457") == true)
  }

  @Test func `SK-30 SK-31 SK-36 SK-42 writes the known answers of conversations anew`() throws {
    let answers = try Python.run("conversation_vectors.py")
    answers.waitUntilOver(within: 120)
    #expect(answers.exitCode == 0)
    let file = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Packages/SessionReset/Tests/Vectors/conversation.json")
    let committed = try String(contentsOf: file, encoding: .utf8)
    #expect(answers.lines.joined(separator: "\n") + "\n" == committed)
  }

  /// Sends both ways, and compares bytes and names of messages as each side sees them.
  private func exchange(_ peer: Child, _ device: TrialDevice) throws {
    let members = try peer.line { $0.contains("members") }
    let me = try device.child.line { $0.hasPrefix("open ") }.split(separator: " ")[1]
    #expect(members.contains(String(me)))
    for body in Self.bodies { peer.write("{\"send\": \"\(body)\"}") }
    for (index, body) in Self.bodies.enumerated() {
      let line = try device.child.line(index + 1, withPrefix: "body ")
      #expect(line == "body \(body)")
    }
    device.send(upTo: 20)
    try device.waitUntilSent(upTo: 20)
    for (_, id) in device.sent { try peer.line { $0.contains(id) } }
    let received = peer.lines.filter { $0.contains("received") }
    #expect(received.count == 20)
    let first = try text(of: received[0], "received")
    // "1 " and then 37 bytes of the number 1.
    #expect(first == "3120" + String(repeating: "01", count: 37))
    #expect(device.issues.isEmpty)
  }

  private func text(of line: String, _ field: String) throws -> String {
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    return try #require(object?[field] as? String)
  }
}

/// A relay and a folder for one exchange.
private final class PeerScratch {
  let folder: String
  let relay: RelayProcess

  init() throws {
    folder =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("trueseal-peer-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    relay = try RelayProcess(folder: folder + "/relay")
  }

  deinit {
    relay.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  func peer(_ verb: String, _ place: String) throws -> Child {
    try Python.run("peer.py", verb, place)
  }
}
