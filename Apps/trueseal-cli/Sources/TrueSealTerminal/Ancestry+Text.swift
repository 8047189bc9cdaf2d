/// The picture for a terminal.
extension Ancestry {
  /// A line of the picture: the lanes, and what stands beside them.
  struct TextLine: Equatable, Sendable {
    let lanes: String
    /// Empty where nothing stands there.
    let text: String
    let tone: Tone
  }

  /// The lines from the newest to the oldest.
  var text: [TextLine] {
    rows.map { row in
      switch row {
      case .gap: return TextLine(lanes: "", text: "", tone: .plain)
      case .join(let lane):
        return TextLine(lanes: Self.bars(lane - 1) + "|/", text: "", tone: .plain)
      case .manifest(let manifest, let lane):
        return TextLine(
          lanes: Self.bars(lane) + manifest.fate.mark, text: manifest.line,
          tone: manifest.fate.tone)
      }
    }
  }

  private static func bars(_ count: Int) -> String {
    String(repeating: "| ", count: count)
  }
}

extension LoggedManifest.Fate {
  /// What stands in the lane.
  fileprivate var mark: String {
    switch self {
    case .current: "@"
    case .ancestor: "*"
    case .lost: "o"
    case .void: "x"
    case .waiting: "?"
    }
  }

  fileprivate var tone: Tone {
    switch self {
    case .current: .strong
    case .ancestor: .plain
    case .lost, .waiting: .faint
    case .void: .warning
    }
  }
}
