/// Text of others, made fit for a terminal.
package enum Harmless {
  /// The text on one line: what could move the cursor, hide or reorder is spelled out.
  package static func text(_ text: String) -> String {
    var harmless = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": harmless += "\\n"
      case "\r": harmless += "\\r"
      case "\t": harmless += "\\t"
      default:
        if isHarmful(scalar) {
          harmless += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
          harmless.unicodeScalars.append(scalar)
        }
      }
    }
    return harmless
  }

  /// Controls of both kinds, line separators, and marks that turn the direction of writing.
  private static func isHarmful(_ scalar: UnicodeScalar) -> Bool {
    // The two joiners hold letters and pictures together.
    if scalar.value == 0x200C || scalar.value == 0x200D { return false }
    return switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: true
    default: false
    }
  }
}
