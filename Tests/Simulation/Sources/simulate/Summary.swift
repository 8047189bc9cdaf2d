internal import Simulation

/// The counts of many runs, as lines.
struct Summary {
  private let tally: Tally
  private let seconds: Double

  init(_ tally: Tally, seconds: Double) {
    self.tally = tally
    self.seconds = seconds
  }

  var lines: [String] {
    let rate = Int(Double(tally.runs) / max(seconds, 0.001))
    let title =
      "\(tally.runs) runs, \(tally.failureCount) failed, \(tally.steps) steps, \(rate) runs/s"
    return [title, ""] + sizes + [""] + faults + flaws
  }

  private var sizes: [String] {
    let limits = Verdict.Limit.allCases
    let head =
      cell("devices", 8) + cell("changes", 8) + cell("runs", 9) + cell("failed", 8)
      + cell("messages", 10) + cell("most", 7) + limits.map { cell($0.rawValue, 10) }.joined()
    let rows = tally.rows.sorted { $0.key < $1.key }.map { size, row in
      let counts = limits.map { limit in
        cell(percent(row.limits[limit] ?? 0, of: row.runs), 10)
      }
      return cell("\(size.devices)", 8) + cell("\(size.changes)", 8) + cell("\(row.runs)", 9)
        + cell("\(row.failures)", 8) + cell("\(row.messages / max(1, row.runs))", 10)
        + cell("\(row.messagesMax)", 7) + counts.joined()
    }
    return [head] + rows
  }

  private var faults: [String] {
    Fault.allCases.map { fault in
      "\(cell("\(tally.faults[fault] ?? 0)", 10))  \(fault.rawValue)"
        + (tally.faults[fault] == nil ? "  NEVER HAPPENED" : "")
    }
  }

  private var flaws: [String] {
    tally.flaws.sorted { $0.key.rawValue < $1.key.rawValue }.map { flaw, count in
      "FAILED in \(count) runs: \(flaw.rawValue)"
    }
  }

  private func percent(_ count: Int, of whole: Int) -> String {
    let thousandths = count * 100_000 / max(1, whole)
    let rest = String(thousandths % 1_000)
    return "\(thousandths / 1_000).\(String(repeating: "0", count: 3 - rest.count))\(rest)%"
  }

  private func cell(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(1, width - text.count)) + text
  }
}
