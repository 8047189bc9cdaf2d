import Foundation
import Testing

@testable import vectors

@Suite struct `The known answers of our own` {
  static let root = URL(fileURLWithPath: #filePath).pathComponents.dropLast(5)
    .joined(separator: "/").dropFirst()

  @Test func `stand in the packages as the tool writes them`() throws {
    let sheets = try VectorsTool.sheets()
    #expect(sheets.count == 6)
    for sheet in sheets {
      let stored = FileManager.default.contents(atPath: "\(Self.root)/\(sheet.path)")
      #expect(stored == Data(sheet.text.utf8), "\(sheet.path)")
    }
  }

  @Test func `escape what JSON does not take as it is`() {
    let text = Json.text("a\"\\\n\u{e9}\u{1f511}").text
    #expect(text == #""a\"\\\u000a\u00e9\ud83d\udd11""#)
  }
}
