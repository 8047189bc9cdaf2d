import Foundation

/// Prints lines for people or for programs, and counts the goals.
final class Report {
  private let isJSON: Bool
  private var met = 0
  private var missed = 0
  private var skipped = 0

  init(isJSON: Bool) { self.isJSON = isJSON }

  func open(rounds: Int) {
    guard !isJSON else { return }
    print(
      "median of \(rounds) rounds [quartiles]; processors \(Self.processors), load \(Self.load)")
    print(
      pad("", 38), pad("C or yardstick", 26), pad("ours", 26), pad("figure", 34), "goal",
      separator: "")
  }

  func add(_ line: Line) {
    switch line.isMet {
    case true?: met += 1
    case false?: missed += 1
    case nil: skipped += 1
    }
    print(isJSON ? json(line) : text(line))
    fflush(nil)
  }

  func close() {
    guard !isJSON else { return }
    let tail = skipped > 0 ? ", \(skipped) not measured" : ""
    print("\(met) goals met, \(missed) missed\(tail); load \(Self.load)")
  }

  private func json(_ line: Line) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(line)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  private func text(_ line: Line) -> String {
    let verdict =
      switch line.isMet {
      case true?: "met"
      case false?: "MISSED"
      case nil: "not measured"
      }
    let figure = line.figure.map { "\(line.figureName) \(spread($0, ""))" } ?? ""
    return pad(line.name, 38) + pad(spread(line.plain, line.unit), 26)
      + pad(spread(line.ours, line.unit), 26) + pad(figure, 34)
      + "\(line.goal.text) \(verdict)" + (line.note.map { "; \($0)" } ?? "")
  }

  private func spread(_ figures: Quartiles?, _ unit: String) -> String {
    guard let figures else { return "" }
    let unit = unit.isEmpty ? "" : " \(unit)"
    return "\(short(figures.median))\(unit) [\(short(figures.low)), \(short(figures.high))]"
  }

  private func short(_ number: Double) -> String {
    String(format: number < 10 ? "%.3f" : number < 100 ? "%.2f" : "%.1f", number)
  }

  private func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  private static var processors: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// How many processes wanted a processor during the last minute.
  private static var load: String {
    var averages = [0.0]
    let count = unsafe getloadavg(&averages, 1)
    return count == 1 ? String(format: "%.1f", averages[0]) : "unknown"
  }
}
