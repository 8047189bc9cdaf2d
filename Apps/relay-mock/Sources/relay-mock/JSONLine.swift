/// One JSON object on one line, keys in the order given.
enum JSONLine {
  enum Value {
    case text(String)
    case number(Int)
    case null
  }

  static func text(_ fields: KeyValuePairs<String, Value>) -> String {
    let members = fields.map { name, value in "\(quoted(name)):\(written(value))" }
    return "{" + members.joined(separator: ",") + "}"
  }

  private static func written(_ value: Value) -> String {
    switch value {
    case .text(let text): quoted(text)
    case .number(let number): String(number)
    case .null: "null"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
