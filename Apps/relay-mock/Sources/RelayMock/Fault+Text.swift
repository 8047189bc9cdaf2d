import TrueSealCrypto
import TrueSealTransport

extension Fault: CustomStringConvertible {
  /// Reads the form that `description` writes; see `Fault`.
  ///
  /// - Throws: `RelayError`, code `invalidFault`, with a sentence that names the wrong part.
  public init(parsing text: String) throws(RelayError) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let head = parts[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard head.count == 2, let point = Point(rawValue: String(head[0])) else {
      let points = Point.allCases.map(\.rawValue).joined(separator: ", ")
      throw RelayError(.invalidFault, "a fault starts with one of \(points) and a colon")
    }
    let action = try Self.action(String(head[1]))
    var nth: Int?
    var times: Int??
    var keyPrefix: [UInt8]?
    for part in parts.dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let value = pair.count == 2 ? String(pair[1]) : ""
      switch pair[0] {
      case "nth" where nth == nil: nth = try Self.count(value)
      case "times" where times == nil: times = value == "all" ? .some(nil) : try Self.count(value)
      case "for" where keyPrefix == nil: keyPrefix = try Self.prefix(value)
      default:
        throw RelayError(.invalidFault, "“\(part)” is not nth=, times= or for=, or is doubled")
      }
    }
    try self.init(action, at: point, nth: nth ?? 1, times: times ?? 1, for: keyPrefix ?? [])
  }

  /// The shortest text that reads back as this fault.
  public var description: String {
    var text = "\(point.rawValue):"
    switch action {
    case .refuse(let code): text += "refuse=" + Hexadecimal.encode([code.rawValue])
    case .withhold: text += "withhold"
    case .cut: text += "cut"
    case .lose: text += "lose"
    case .double: text += "double"
    case .delay(let milliseconds): text += "delay=\(milliseconds)"
    }
    if nth != 1 { text += ",nth=\(nth)" }
    if times != 1 { text += ",times=" + (times.map(String.init) ?? "all") }
    if !keyPrefix.isEmpty { text += ",for=" + Hexadecimal.encode(keyPrefix) }
    return text
  }

  private static func action(_ text: String) throws(RelayError) -> Action {
    switch text {
    case "withhold": return .withhold
    case "cut": return .cut
    case "lose": return .lose
    case "double": return .double
    case _ where text.hasPrefix("delay="):
      return .delay(milliseconds: try count(String(text.dropFirst(6))))
    case _ where text.hasPrefix("refuse="):
      guard let bytes = try? Hexadecimal.decode(String(text.dropFirst(7))), bytes.count == 1 else {
        throw RelayError(.invalidFault, "a refusal code has two hexadecimal digits")
      }
      return .refuse(RefusalCode(rawValue: bytes[0]))
    default:
      throw RelayError(
        .invalidFault, "“\(text)” is not refuse=CODE, withhold, cut, lose, double or delay=MS")
    }
  }

  private static func count(_ text: String) throws(RelayError) -> Int {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(text), count >= 1
    else { throw RelayError(.invalidFault, "“\(text)” is not a count from 1") }
    return count
  }

  private static func prefix(_ text: String) throws(RelayError) -> [UInt8] {
    guard let bytes = try? Hexadecimal.decode(text), !bytes.isEmpty else {
      throw RelayError(.invalidFault, "“\(text)” is not a key prefix in hexadecimal")
    }
    return bytes
  }
}
