import Foundation

/// One device over all its lives: what it said in each, and what it still has to send.
final class TrialDevice {
  let name: String
  private let address: String
  private let folder: String
  /// Its present process.
  private(set) var child: Child
  /// What it said in each life that was ended by a kill; read once, since a trial has many.
  private var pastSaid: [[String]] = []
  private var pastSent: [(number: Int, id: String)] = []
  /// How often the present process was asked for its list.
  private var listCount = 0

  init(name: String, address: String, folder: String) throws {
    self.name = name
    self.address = address
    self.folder = folder
    child = try Child("trial-device", [address, folder, name])
    try child.line { $0.hasPrefix("open ") }
  }

  /// Kills the device and starts it again.
  func restart() throws {
    child.kill()
    pastSaid.append(child.lines)
    pastSent += Self.sent(in: child.lines)
    listCount = 0
    child = try Child("trial-device", [address, folder, name])
    try child.line { $0.hasPrefix("open ") }
  }

  /// The ids `send` returned, in the order of the calls, each with its number.
  var sent: [(number: Int, id: String)] { pastSent + Self.sent(in: child.lines) }

  /// The ids its handler was called with, life by life, the present one last.
  var handling: [[String]] {
    (pastSaid + [child.lines]).map { lines in
      lines.filter { $0.hasPrefix("handling ") }
        .map { String($0.split(separator: " ").last ?? "") }
    }
  }

  /// Every id it has handled once at least, in the order of the first time.
  var received: [String] {
    var seen: Set<String> = []
    return handling.joined().filter { seen.insert($0).inserted }
  }

  /// What went wrong with messages, but for what a kill explains.
  var issues: [String] {
    (pastSaid + [child.lines]).joined().filter {
      $0.hasPrefix("issue ") || $0.hasPrefix("failed ")
    }
  }

  /// Sends numbers up to `last` that it has not told to be sent.
  func send(upTo last: Int) {
    let next = (sent.map(\.number).max() ?? 0) + 1
    if next <= last { child.write("send \(next) \(last)") }
  }

  /// Waits until one of its lives has told that everything up to `last` was sent.
  func waitUntilSent(upTo last: Int) throws {
    guard !sent.contains(where: { $0.number == last }) else { return }
    try child.line { $0.hasPrefix("sent \(last) ") }
  }

  /// What a device says of itself and its group.
  struct View: Equatable {
    let status: String
    let own: String
    let members: [String]
  }

  /// What it says now.
  func view() throws -> View {
    child.write("list")
    listCount += 1
    let words = try child.line(listCount, withPrefix: "list ").split(separator: " ").map(
      String.init)
    return View(status: words[1], own: words[2], members: Array(words.dropFirst(3)))
  }

  /// Waits until what it says is as it should be.
  @discardableResult
  func view(where holds: (View) -> Bool) throws -> View {
    let deadline = Date(timeIntervalSinceNow: 60)
    while true {
      let view = try view()
      if holds(view) { return view }
      guard Date() < deadline else {
        throw Child.Silence(
          description: "\(name) still is \(view.status) with \(view.members.count)")
      }
      usleep(2_000)
    }
  }

  /// Why its memberships ended, over all its lives.
  var endings: [String] {
    (pastSaid + [child.lines]).joined().filter { $0.hasPrefix("out ") }
      .map { String($0.dropFirst("out ".count)) }
  }

  /// Messages that were handled twice, each with whether a kill explains it.
  var repeats: [(id: String, isExplained: Bool)] {
    var lastSeen: [String: Int] = [:]
    var repeats: [(String, Bool)] = []
    let lives = handling
    for (life, ids) in lives.enumerated() {
      for id in ids {
        if let before = lastSeen[id] {
          // Messages are handled one by one, so only the last of a killed life can lack its record.
          repeats.append((id, before < life && lives[before].last == id))
        }
        lastSeen[id] = life
      }
    }
    return repeats
  }

  private static func sent(in lines: [String]) -> [(number: Int, id: String)] {
    lines.compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 3, words[0] == "sent", let number = Int(words[1]) else { return nil }
      return (number, String(words[2]))
    }
  }
}
