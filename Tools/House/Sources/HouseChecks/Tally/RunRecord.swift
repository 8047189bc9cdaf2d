internal import Foundation

/// What a test process said about its run, event by event.
package struct RunRecord: Sendable {
  package enum Outcome: Hashable, Sendable {
    case started, passed, failed, skipped
  }

  package struct Test: Hashable, Sendable {
    package let id: String
    package let isSuite: Bool
    package var outcome: Outcome?
    package var issues: [String] = []

    /// The first part of the id: the module the test was compiled into.
    package var module: String { String(id.prefix { $0 != "." }) }
  }

  package private(set) var tests: [String: Test] = [:]
  /// False when the process ended before its closing line.
  package private(set) var isComplete = false
  /// Issues that belong to no test.
  package private(set) var strayIssues: [String] = []

  /// Reads the JSON lines that `swift test --event-stream-output-path` writes.
  ///
  /// A last line that a dying process left unfinished is passed over.
  package init(events: [UInt8]) {
    for line in events.split(separator: UInt8(ascii: "\n")) {
      guard let object = try? JSONSerialization.jsonObject(with: Data(line)) as? [String: Any],
        let payload = object["payload"] as? [String: Any]
      else { continue }
      if object["kind"] as? String == "test" { declare(payload) } else { take(payload) }
    }
  }

  private mutating func declare(_ payload: [String: Any]) {
    guard let id = payload["id"] as? String, tests[id] == nil else { return }
    tests[id] = Test(id: id, isSuite: payload["kind"] as? String == "suite")
  }

  private mutating func take(_ payload: [String: Any]) {
    let id = payload["testID"] as? String ?? ""
    let messages = payload["messages"] as? [[String: Any]] ?? []
    switch payload["kind"] as? String {
    case "runEnded": isComplete = true
    case "testStarted": tests[id]?.outcome = .started
    case "testSkipped", "testCancelled": tests[id]?.outcome = .skipped
    case "testEnded" where tests[id]?.outcome != .skipped:
      let isFailure = messages.contains { $0["symbol"] as? String == "fail" }
      tests[id]?.outcome = isFailure ? .failed : .passed
    case "issueRecorded": record(payload, messages, id)
    default: break
    }
  }

  private mutating func record(
    _ payload: [String: Any], _ messages: [[String: Any]], _ id: String
  ) {
    let issue = payload["issue"] as? [String: Any] ?? [:]
    guard issue["isKnown"] as? Bool != true, issue["isFailure"] as? Bool != false else { return }
    let place = issue["sourceLocation"] as? [String: Any] ?? [:]
    let text = messages.compactMap { $0["text"] as? String }.joined(separator: "; ")
    let line = "\(place["fileID"] as? String ?? "?"):\(place["line"] as? Int ?? 0): \(text)"
    if tests[id] == nil { strayIssues.append(line) } else { tests[id]?.issues.append(line) }
  }
}
