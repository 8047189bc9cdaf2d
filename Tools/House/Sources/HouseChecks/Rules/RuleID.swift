/// The short name of a rule, such as `W-34`: one or two capitals, a dash, two or three digits.
///
/// Two capitals may also stand before a single digit, as in `UC-7`.
package enum RuleID {
  /// The ids in a text, in order, each once.
  package static func all(in text: String) -> [String] {
    let characters = Array(text)
    var found: [String] = []
    for at in characters.indices where characters[at] == "-" {
      let letters = characters[..<at].reversed().prefix { isPart($0) }
      let digits = characters[(at + 1)...].prefix { isPart($0) }
      guard (1...2).contains(letters.count),
        ((3 - letters.count)...3).contains(digits.count),
        letters.allSatisfy({ ("A"..."Z").contains($0) }),
        digits.allSatisfy({ ("0"..."9").contains($0) })
      else { continue }
      let end = at + 1 + digits.count
      let start = at - letters.count
      guard start == 0 || characters[start - 1] != "-",
        end == characters.count || characters[end] != "-"
      else { continue }
      let id = String(characters[start..<end])
      if !found.contains(id) { found.append(id) }
    }
    return found
  }

  private static func isPart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }
}
