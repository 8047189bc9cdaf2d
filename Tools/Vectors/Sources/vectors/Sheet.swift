/// The known answers of one layer, as they stand in a file.
struct Sheet {
  /// One known answer.
  struct Case {
    let id: String
    let operation: String
    let input: [(String, Json)]
    let result: Result

    enum Result {
      case out([(String, Json)])
      case refusal(String)
    }

    init(_ id: String, _ operation: String, _ input: [(String, Json)], _ result: Result) {
      self.id = id
      self.operation = operation
      self.input = input
      self.result = result
    }

    fileprivate var json: Json {
      let result: (String, Json) =
        switch self.result {
        case .out(let fields): ("out", .object(fields))
        case .refusal(let name): ("refusal", .text(name))
        }
      return .object([
        ("id", .text(id)), ("op", .text(operation)), ("in", .object(input)), result,
      ])
    }
  }

  static let source =
    "Written by Tools/Vectors and checked by Tests/EndToEnd/Peer/check_vectors.py, which computes "
    + "each value anew. Bytes are hexadecimal, or pairs of hexadecimal and how often it repeats."

  let path: String
  let cases: [Case]

  init(owner: String, layer: String, _ cases: [Case]) {
    precondition(Set(cases.map(\.id)).count == cases.count, "two cases have one name")
    path = "Packages/\(owner)/Tests/Vectors/own-\(layer).json"
    self.cases = cases
  }

  /// The file: one case a line.
  var text: String {
    let lines = cases.map(\.json.text).joined(separator: ",\n")
    return "{\n\"source\":\(Json.text(Self.source).text),\n\"cases\":[\n\(lines)\n]}\n"
  }
}
