import Testing
import TrueSealManifest

extension World {
  /// The ledger that holds a line and some manifests more, which come in every order there is.
  ///
  /// Whatever the order, current, what is void and what stands must be the same.
  static func judged(
    _ line: [VerifiedManifest], _ manifests: VerifiedManifest...
  ) throws -> Ledger {
    let whole = try Ledger(groupID: Making.group, restoring: line + manifests)
    for order in permutations(of: manifests) {
      var ledger = try Ledger(groupID: Making.group, restoring: line)
      for manifest in order { _ = ledger.insert(manifest, from: 0.key) }
      #expect(ledger.heldCount == whole.heldCount)
      #expect(ledger.current == whole.current)
      #expect(ledger.standingClaims == whole.standingClaims)
      for manifest in manifests {
        #expect(ledger.fate(of: manifest.hash) == whole.fate(of: manifest.hash))
        #expect(ledger.isVoid(manifest.hash) == whole.isVoid(manifest.hash))
        #expect(ledger.isDirectlyVoid(manifest.hash) == whole.isDirectlyVoid(manifest.hash))
      }
    }
    return whole
  }

  static func permutations<Element>(of elements: [Element]) -> [[Element]] {
    guard let first = elements.first else { return [[]] }
    return permutations(of: Array(elements.dropFirst())).flatMap { rest in
      (0...rest.count).map { Array(rest[..<$0]) + [first] + Array(rest[$0...]) }
    }
  }
}

extension Ledger {
  func stands(_ manifest: VerifiedManifest, on target: Int) -> Bool {
    standingClaims.contains(Claim(manifest: manifest.hash, target: target.key))
  }

  /// Whom current lists.
  var list: Set<Int> { current.map { World.list($0) } ?? [] }
}
