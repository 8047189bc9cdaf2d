/// A Group Manifest a device has seen, as `manifest log` shows it.
struct LoggedManifest: Codable, Equatable, Sendable {
  /// What became of it.
  enum Fate: String, Codable, Sendable {
    case current, ancestor, lost, void, waiting
  }

  /// Why it counts for nothing.
  enum Reason: String, Codable, Sendable {
    case issuerRemoved, issuerLeft, builtOnVoid
  }

  /// 64 hex digits.
  let id: String
  let version: UInt64
  /// The id of what it was built on, where that is in the log.
  var parent: String?
  let issuer: Person
  var admitted: [Person] = []
  var removed: [Person] = []
  let memberCount: Int
  /// The ids of those whose changes it makes again for devices that are gone.
  var onBehalf: [String] = []
  let fate: Fate
  /// Set where it is void.
  var reason: Reason?
  /// The id of the manifest that is to blame, where it is void.
  var because: String?

  /// The first digits of an id, for people.
  static func short(_ id: String) -> String { String(id.prefix(8)) }

  /// The manifest in one line: version, id, who did what, and what became of it.
  var line: String {
    "v\(version) \(Self.short(id))  \(deed)" + (verdict.map { "  (\($0))" } ?? "")
  }

  /// Who did what, in a sentence without its end.
  var deed: String {
    let who = Self.quoted(issuer)
    if version == 1 {
      return "\(who) begins the group with \(Self.list(admitted.filter { $0.id != issuer.id }))"
    }
    guard parent != nil else {
      return "\(who) lists \(memberCount) members; what it was built on is not here"
    }
    var deeds: [String] = []
    let others = removed.filter { $0.id != issuer.id }
    if others.count < removed.count { deeds.append("leaves") }
    if !others.isEmpty { deeds.append("removes \(Self.list(others))") }
    if !admitted.isEmpty { deeds.append("admits \(Self.list(admitted))") }
    let all = deeds.isEmpty ? "changes nothing" : deeds.joined(separator: " and ")
    let carriers = onBehalf.map(Self.short).joined(separator: ", ")
    return "\(who) \(all)" + (carriers.isEmpty ? "" : ", again for \(carriers)")
  }

  /// What became of it, in words; nil where the picture says it.
  var verdict: String? {
    switch fate {
    case .current: "current"
    case .ancestor: nil
    case .lost: "lost"
    case .waiting: "waits for others"
    case .void: "void: \(cause)"
    }
  }

  private var cause: String {
    let blamed = because.map(Self.short) ?? "another"
    return switch reason {
    case .issuerRemoved: "its issuer was removed by \(blamed)"
    case .issuerLeft: "its issuer left by \(blamed)"
    case .builtOnVoid: "built on \(blamed), which is void"
    case nil: "it counts for nothing"
    }
  }

  private static func quoted(_ person: Person) -> String {
    person.name.isEmpty ? LoggedManifest.short(person.id) : "“\(Harmless.text(person.name))”"
  }

  private static func list(_ people: [Person]) -> String {
    people.map(quoted).joined(separator: ", ")
  }
}
