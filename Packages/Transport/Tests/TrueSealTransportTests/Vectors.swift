import Foundation
import Testing

/// Known answers in `Vectors/<name>.json`; each file says where its own come from.
struct Vectors {
  /// One known answer: all inputs, and what must come of them.
  struct Case: CustomTestStringConvertible, Sendable {
    let id: String
    let op: String
    let input: Fields
    /// Empty for an invalid case.
    let output: Fields
    /// Nil for a valid case.
    let refusal: String?

    var testDescription: String { id }
  }

  let valid: [Case]
  let invalid: [Case]

  /// Read once; a file that cannot be read leaves both lists empty, which the counts notice.
  static let all = Vectors(named: "transport")

  func valid(_ op: String) -> [Case] { valid.filter { $0.op == op } }
  func invalid(_ op: String) -> [Case] { invalid.filter { $0.op == op } }

  init(named name: String) {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Vectors/\(name).json")
    guard let data = try? Data(contentsOf: file),
      let json = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
    else {
      (valid, invalid) = ([], [])
      return
    }
    let large = json["large"] as? [String: String] ?? [:]
    func cases(_ name: String) -> [Case] {
      (json[name] as? [[String: Any]] ?? []).map { entry in
        Case(
          id: entry["id"] as? String ?? "", op: entry["op"] as? String ?? "",
          input: Fields(entry["in"], large: large), output: Fields(entry["out"], large: large),
          refusal: entry["refusal"] as? String)
      }
    }
    let unsorted = cases("cases")
    valid = cases("valid") + unsorted.filter { $0.refusal == nil }
    invalid = cases("invalid") + unsorted.filter { $0.refusal != nil }
  }
}

/// The fields of one side of a case; a field that is missing gives a value no test expects.
struct Fields: Sendable {
  private var numbers: [String: UInt64] = [:]
  private var texts: [String: String] = [:]
  private var pieces: [String: [UInt8]] = [:]

  init(_ json: Any?, large: [String: String]) {
    for (name, value) in json as? [String: Any] ?? [:] {
      if let number = value as? NSNumber {
        numbers[name] = number.uint64Value
      } else if let text = value as? String {
        texts[name] = text
        pieces[name] =
          text.hasPrefix("@") ? Self.bytes(large[String(text.dropFirst())]) : Self.bytes(text)
      } else if let runs = value as? [[Any]] {
        pieces[name] = runs.flatMap { run in
          Array(
            repeatElement(Self.bytes(run.first as? String) ?? [], count: run.last as? Int ?? 0)
              .joined())
        }
      }
    }
  }

  func bytes(_ name: String) -> [UInt8] { pieces[name] ?? Array("missing \(name)".utf8) }
  func number(_ name: String) -> UInt64 { numbers[name] ?? .max - 7 }
  func text(_ name: String) -> String { texts[name] ?? "missing \(name)" }
  func flag(_ name: String) -> Bool { numbers[name] == 1 }

  private static func bytes(_ hexadecimal: String?) -> [UInt8]? {
    guard let digits = hexadecimal?.utf8, digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    var high: UInt8?
    for digit in digits {
      let value: UInt8
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
      default: return nil
      }
      if let known = high {
        bytes.append(known << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return bytes
  }
}
