@testable import TrueSealTerminal

/// Manifests made by hand.
enum Family {
  static let (mum, dad) = (Person(id: "mum-id", name: "Mum"), Person(id: "dad-id", name: "Dad"))
  static let old = Person(id: "old-id", name: "Old phone")
  static let tablet = Person(id: "tablet-id", name: "Tablet")

  static func manifest(
    _ letter: String, _ version: UInt64, on parent: String? = nil, by issuer: Person = mum,
    admits admitted: [Person] = [], removes removed: [Person] = [], again onBehalf: [String] = [],
    _ fate: LoggedManifest.Fate = .ancestor, because reason: LoggedManifest.Reason? = nil,
    of blamed: String? = nil
  ) -> LoggedManifest {
    LoggedManifest(
      id: id(letter), version: version, parent: parent.map(id), issuer: issuer,
      admitted: admitted, removed: removed, memberCount: 3, onBehalf: onBehalf.map(id),
      fate: fate, reason: reason, because: blamed.map(id))
  }

  static func id(_ letter: String) -> String { String(repeating: letter, count: 64) }

  /// Mum removes her old phone while Dad admits the tablet; Mum's list ranks higher, so Dad does it again.
  static let race = [
    manifest("1", 1, admits: [dad, mum]),
    manifest("2", 2, on: "1", admits: [old]),
    manifest("d", 3, on: "2", by: dad, admits: [tablet], .lost),
    manifest("a", 3, on: "2", removes: [old]),
    manifest("e", 4, on: "a", by: dad, admits: [tablet], .current),
  ]

  /// A random tree, parents before children, with the line to current marked.
  static func tree(_ count: Int, _ random: inout SplitMix) -> [LoggedManifest] {
    var parents: [Int?] = []
    for index in 0..<count {
      let isRoot = index == 0 || Int.random(in: 0..<12, using: &random) == 0
      parents.append(isRoot ? nil : Int.random(in: max(0, index - 6)..<index, using: &random))
    }
    var line: Set<Int> = []
    let current = Int.random(in: 0..<count, using: &random)
    var step: Int? = current
    while let index = step {
      line.insert(index)
      step = parents[index]
    }
    var versions: [UInt64] = []
    return parents.enumerated().map { index, parent in
      versions.append(parent.map { versions[$0] + 1 } ?? UInt64.random(in: 1...4, using: &random))
      let void: [LoggedManifest.Fate] = [.void, .lost]
      let fate = index == current ? .current : line.contains(index) ? .ancestor : void[index % 2]
      return LoggedManifest(
        id: "\(index)", version: versions[index], parent: parent.map(String.init), issuer: mum,
        memberCount: 2, fate: fate)
    }
  }
}
