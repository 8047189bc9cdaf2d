import Foundation

/// One device over all its lives: what it said in each, and what it still has to send.
final class TrialDevice {
  let name: String
  private let address: String
  private let folder: String
  /// Its processes, the present one last.
  private(set) var lives: [Child] = []
  /// The lives that ended by a kill.
  private(set) var killedLives: Set<Int> = []

  init(name: String, address: String, folder: String) throws {
    self.name = name
    self.address = address
    self.folder = folder
    try start()
  }

  var child: Child { lives[lives.count - 1] }

  func start() throws {
    lives.append(try Child("trial-device", [address, folder, name]))
    try child.line { $0.hasPrefix("open ") }
  }

  func kill() {
    child.kill()
    killedLives.insert(lives.count - 1)
  }

  /// The ids `send` returned, in the order of the calls, each with its number.
  var sent: [(number: Int, id: String)] {
    lives.flatMap(\.lines).compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 3, words[0] == "sent", let number = Int(words[1]) else { return nil }
      return (number, String(words[2]))
    }
  }

  /// The ids its handler was called with, life by life.
  var handling: [[String]] {
    lives.map { life in
      life.lines.filter { $0.hasPrefix("handling ") }
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
    lives.flatMap(\.lines).filter { $0.hasPrefix("issue ") || $0.hasPrefix("failed ") }
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

  /// Messages that were handled twice, each with whether a kill explains it.
  var repeats: [(id: String, isExplained: Bool)] {
    var lastSeen: [String: Int] = [:]
    var repeats: [(String, Bool)] = []
    for (life, ids) in handling.enumerated() {
      for id in ids {
        if let before = lastSeen[id] {
          // Messages are handled one by one, so only the last of a killed life can lack its record.
          let isExplained =
            before < life && killedLives.contains(before) && handling[before].last == id
          repeats.append((id, isExplained))
        }
        lastSeen[id] = life
      }
    }
    return repeats
  }
}
