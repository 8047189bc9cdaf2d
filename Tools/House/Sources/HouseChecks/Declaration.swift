/// A type, function or computed property with the extent of its body.
package struct Declaration: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case type, `extension`, function, property
  }

  package struct Attribute: Hashable, Sendable {
    package let name: String
    /// The blanked text between the brackets, empty without them.
    package let arguments: String
  }

  package let kind: Kind
  /// The declaring word, such as `struct` or `init`.
  package let keyword: String
  package let name: String
  package let isRaw: Bool
  package let attributes: [Attribute]
  package let line: Int
  /// The line of the closing brace; nil without a body.
  package var endLine: Int?
  /// Positions in the list of all declarations of the file, from the outermost inwards.
  package let parents: [Int]

  package var lineCount: Int { (endLine ?? line) - line + 1 }

  package static func all(in text: SwiftText) -> [Declaration] {
    var scan = DeclarationScan(text)
    scan.run()
    return scan.found
  }
}
