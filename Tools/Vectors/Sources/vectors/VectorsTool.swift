import Foundation

/// Writes our own known answers into the packages that own them, or says whether they still stand.
@main enum VectorsTool {
  static let usage = """
    usage: vectors [--check] [ROOT]

    Writes the known answers below ROOT, the top of the repository (here). The same bytes come out
    each time. With --check nothing is written; the exit status is 1 where a file differs.
    """

  static func main() {
    var arguments = CommandLine.arguments.dropFirst()
    let isCheck = arguments.first == "--check"
    if isCheck { arguments = arguments.dropFirst() }
    let root = arguments.popFirst() ?? "."
    guard arguments.isEmpty, !root.hasPrefix("-") else {
      print(usage)
      exit(root == "--help" ? 0 : 2)
    }
    do {
      var isSame = true
      for sheet in try sheets() {
        if isCheck {
          isSame = check(sheet, below: root) && isSame
        } else {
          try Data(sheet.text.utf8).write(to: URL(fileURLWithPath: root + "/" + sheet.path))
          print("\(sheet.cases.count) cases in \(sheet.path)")
        }
      }
      exit(isSame ? 0 : 1)
    } catch {
      print("vectors: \(error)")
      exit(1)
    }
  }

  static func sheets() throws -> [Sheet] {
    [
      try NameCases.sheet(), AddressCases.sheet(), PrefixCases.sheet(), FrameCases.sheet(),
      try EnvelopeCases.sheet(), try ManifestCases.sheet(),
    ]
  }

  private static func check(_ sheet: Sheet, below root: String) -> Bool {
    let isSame =
      FileManager.default.contents(atPath: root + "/" + sheet.path) == Data(sheet.text.utf8)
    print("\(sheet.path) \(isSame ? "stands" : "DIFFERS")")
    return isSame
  }
}
