import Testing

@testable import HouseChecks

@Suite struct `Scrubbed source` {
  @Test func `keeps code and blanks comments and strings in place`() {
    let text = SwiftText("let a = \"b { c\" // d {\nlet e = 1")
    #expect(text.codeLines == ["let a = \"     \"       ", "let e = 1"])
    #expect(text.code.count == text.source.count)
  }

  @Test func `reads the code inside an interpolation`() {
    let text = SwiftText(#"let a = "x \(map["k {"] ?? "y") {" + b"#)
    #expect(text.codeLines == [#"let a = "    map["   "] ?? " ")  " + b"#])
  }

  @Test(arguments: ["\"\"\"\n{ \" {\n\"\"\"", "#\"{ \\( \" {\"#", "/* { /* { */ { */", "`{ \" {`"])
  func `hides braces in`(literal: String) {
    let text = SwiftText("let a = \(literal); var b: Int { 1 }")
    #expect(text.tokens.count { $0.is("{") } == 1)
    #expect(text.tokens.count { $0.is("}") } == 1)
  }

  @Test func `tells documentation from other comments and counts lines`() {
    let text = SwiftText("/// One.\n\n// two\nlet a = 1 /* three\n */\n// four")
    #expect(text.comments.map(\.line) == [1, 3, 4, 6])
    #expect(text.comments.map(\.isDocumentation) == [true, false, false, false])
    #expect(text.comments[1].text == " two")
  }

  @Test func `survives source that ends in the middle of things`() {
    let whole = "let a = #\"x \\#(f(\"y\"))\"# /* z */ `raw` \"\"\"\n t \\(u)\n\"\"\""
    for count in 0...whole.count {
      let text = SwiftText(String(whole.prefix(count)))
      #expect(text.code.count == text.source.count)
    }
  }
}

@Suite struct `Declarations` {
  static let source = """
    @safe public struct Outer<T: P>: Q {
      private let f = { (a: Int) in a }
      public init?(a: Int = { 1 }()) {
        self.init(b: 2)
      }
      var size: Int {
        switch self { case .a: return 1 }
      }
      static func == (a: Self, b: Self) -> Bool { a.b == b.b }
      class func make() {}
      deinit { }
    }
    extension Outer {
      enum Inner { case x }
    }
    protocol P: AnyObject {
      func required(_ a: Int) -> Int
      var other: Int { get }
    }
    """

  @Test func `are found with their kind and extent`() {
    let all = Declaration.all(in: SwiftText(Self.source))
    #expect(
      all.map(\.name) == [
        "Outer", "init", "size", "=", "make", "deinit", "Outer", "Inner", "P", "required", "other",
      ])
    #expect(all[0].endLine == 12)
    #expect(all[1].lineCount == 3)
    #expect(all[2].lineCount == 3)
    #expect(all[6].kind == .extension)
    #expect(all[7].parents == [6])
    #expect(all[9].endLine == nil)
    #expect(all[0].attributes.map(\.name) == ["safe"])
  }
}

@Suite struct `Imports` {
  @Test func `are read with their modifiers`() {
    let text = SwiftText(
      """
      public import TrueSealStore
      @testable import struct Foundation.Data
      // import Hidden
      let a = "import Hidden"
      """)
    let all = Import.all(in: text)
    #expect(all.map(\.module) == ["TrueSealStore", "Foundation"])
    #expect(all.map(\.modifiers) == [["public"], ["testable"]])
    #expect(all.map(\.line) == [1, 2])
  }
}
