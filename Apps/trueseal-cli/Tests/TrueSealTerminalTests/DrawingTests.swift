import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

@testable import TrueSealTerminal

@Suite struct `The picture as a file` {
  private static let nasty = Person(
    id: "nasty-id", name: "\"><script>&amp;\\n\u{1B}[2J\u{202E}\u{FFFE}\u{FFFF}'")
  private static let hostile = [
    Family.manifest("1", 1, admits: [Family.mum, nasty]),
    Family.manifest("2", 2, on: "1", by: nasty, .current),
  ]

  @Test func `for Graphviz has each manifest, what it was built on, and its fate`() {
    let lines = Ancestry(Family.race).dot.split(separator: "\n").map(String.init)
    #expect(lines.first == "digraph manifests {" && lines.last == "}")
    #expect(lines.filter { $0.contains("[label=") }.count == 5)
    #expect(
      Set(lines.filter { $0.contains(" -> ") })
        == Set(
          [("2", "1"), ("d", "2"), ("a", "2"), ("e", "a")].map {
            "  \"\(Family.id($0))\" -> \"\(Family.id($1))\";"
          }))
    let current = lines.first { $0.contains("v4 eeeeeeee") }
    #expect(current?.contains(#"“Dad” admits “Tablet”\ncurrent""#) == true)
    #expect(current?.contains("peripheries=2") == true)
    let lost = lines.first { $0.contains("v3 dddddddd") }
    #expect(lost?.contains(#"\nlost""#) == true && lost?.contains("dashed") == true)
  }

  @Test func `for Graphviz points at what is made again`() {
    let log = [
      Family.manifest("1", 1), Family.manifest("2", 2, on: "1", .lost),
      Family.manifest("3", 2, on: "1", again: ["2"], .current),
    ]
    let edge = "  \"\(Family.id("3"))\" -> \"\(Family.id("2"))\" [style=dotted, constraint=false];"
    #expect(Ancestry(log).dot.contains(edge))
  }

  @Test func `for Graphviz lets no name out of its quotes`() {
    let lines = Ancestry(Self.hostile).dot.split(separator: "\n")
    let label = lines.first { $0.contains("v2 22222222") } ?? ""
    #expect(label.contains(#"\"><script>&amp;amp;\\n\\u{1b}[2J\\u{202e}"#))
    #expect(lines.count == 7)
  }

  @Test(arguments: [Family.race, Self.hostile])
  func `as SVG is well formed, with a mark and a line for each manifest`(log: [LoggedManifest]) {
    let svg = Ancestry(log).svg
    let counter = ElementCounter()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = counter
    #expect(parser.parse(), "\(svg)")
    #expect(counter.counts["circle"] == log.count && counter.counts["text"] == log.count)
    #expect(counter.counts["path"] == log.count - 1)
    #expect(counter.counts["script"] == nil)
    #expect(!svg.contains("href") && !svg.contains("url("))
    for manifest in log { #expect(counter.titles.contains(manifest.id)) }
  }

  @Test func `as SVG marks current and shows the branch that lost beside it`() throws {
    let svg = Ancestry(Family.race).svg
    let lines = svg.split(separator: "\n").map(String.init)
    #expect(lines.count { $0.hasPrefix("<g class=\"current\">") } == 1)
    let marks = lines.filter { $0.hasPrefix("<circle") }
    // Five rows, the third of them one lane to the right.
    #expect(
      marks.map { $0.split(separator: "\"")[1] } == ["20", "20", "40", "20", "20"])
    #expect(marks.map { $0.split(separator: "\"")[3] } == ["20", "46", "72", "98", "124"])
    #expect(lines.contains(#"<path class="edge lost" d="M40 72C40 98 20 72 20 98L20 98"/>"#))
    #expect(svg.contains("(lost)") && svg.contains("(current)"))
  }
}

private final class ElementCounter: NSObject, XMLParserDelegate {
  var counts: [String: Int] = [:]
  var titles: Set<String> = []
  private var text = ""

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    counts[name, default: 0] += 1
    text = ""
  }

  func parser(_ parser: XMLParser, foundCharacters characters: String) { text += characters }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    if name == "title" { titles.insert(text) }
  }
}
