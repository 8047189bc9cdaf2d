/// The picture as a drawing that needs nothing else.
extension Ancestry {
  private static let rowHeight = 26
  private static let laneWidth = 20
  private static let margin = 20
  /// What a character takes at most in the font of the drawing, in tenths.
  private static let tenthsPerCharacter = 78

  private struct Entry {
    let manifest: LoggedManifest
    let lane: Int
    let row: Int
    var x: Int { Ancestry.margin + lane * Ancestry.laneWidth }
    var y: Int { Ancestry.margin + row * Ancestry.rowHeight }
  }

  /// An SVG document: the lanes at the left, a line of text for each manifest.
  var svg: String {
    let entries = entries
    let lanes = (entries.map(\.lane).max() ?? 0) + 1
    let textX = Self.margin + lanes * Self.laneWidth
    let columns = entries.map { Self.columns(of: $0.manifest.line) }.max() ?? 0
    let width = textX + columns * Self.tenthsPerCharacter / 10 + Self.margin
    let height = 2 * Self.margin + max(0, entries.count - 1) * Self.rowHeight
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" "
        + "viewBox=\"0 0 \(width) \(height)\" role=\"img\">",
      "<title>Group manifests, newest first</title>", Self.style,
      "<rect class=\"paper\" width=\"\(width)\" height=\"\(height)\"/>",
    ]
    lines += Self.edges(of: entries)
    for entry in entries { lines += Self.node(entry, textX: textX) }
    return (lines + ["</svg>"]).joined(separator: "\n")
  }

  private var entries: [Entry] {
    var entries: [Entry] = []
    for case .manifest(let manifest, let lane) in rows {
      entries.append(Entry(manifest: manifest, lane: lane, row: entries.count))
    }
    return entries
  }

  private static func edges(of entries: [Entry]) -> [String] {
    let places = Dictionary(entries.map { ($0.manifest.id, $0) }) { first, _ in first }
    return entries.compactMap { start in
      guard let end = start.manifest.parent.flatMap({ places[$0] }) else { return nil }
      var path = "M\(start.x) \(start.y)"
      if start.lane != end.lane {
        // A branch joins within one row, where the lane it joins has no manifest.
        let bend = start.y + rowHeight
        path += "C\(start.x) \(bend) \(end.x) \(start.y) \(end.x) \(bend)"
      }
      path += "L\(end.x) \(end.y)"
      return "<path class=\"edge \(start.manifest.fate.rawValue)\" d=\"\(path)\"/>"
    }
  }

  private static func node(_ entry: Entry, textX: Int) -> [String] {
    let manifest = entry.manifest
    return [
      "<g class=\"\(manifest.fate.rawValue)\"><title>\(escaped(manifest.id))</title>",
      "<circle cx=\"\(entry.x)\" cy=\"\(entry.y)\" r=\"\(manifest.fate == .current ? 7 : 5)\"/>",
      "<text x=\"\(textX)\" y=\"\(entry.y + 4)\">\(escaped(manifest.line))</text></g>",
    ]
  }

  private static let style = """
    <style>
    text{font-family:Menlo,Consolas,"DejaVu Sans Mono",monospace}
    text{font-size:12px;white-space:pre;fill:#222}
    .paper{fill:#fff}.edge{fill:none;stroke:#555;stroke-width:2}circle{fill:#555}
    .current circle{fill:#0a7d33}.current text{font-weight:bold}
    .lost circle,.waiting circle{fill:#fff;stroke:#999;stroke-width:2}
    .lost text,.waiting text{fill:#777}.edge.lost{stroke:#999}.edge.waiting{stroke:#999}
    .void circle{fill:#fff;stroke:#c22;stroke-width:2}.void text{fill:#c22}
    .edge.void{stroke:#c22}.edge.lost,.edge.void,.edge.waiting{stroke-dasharray:4 3}
    </style>
    """

  /// Wide characters count twice.
  private static func columns(of text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x1100 ? 2 : 1) }
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      // XML has no way to write these two.
      case "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
