import Testing

@testable import TrueSealTerminal

@Suite struct `A log in several letters` {
  /// As long as a device may hold, and as heavy as one manifest may be.
  private static let log = (0..<4_352).map { number in
    let crowd = (0..<32).map { Person(id: "\($0)", name: String(repeating: "\"", count: 64)) }
    return LoggedManifest(
      id: String(repeating: "a", count: 64), version: UInt64(number) + 1, issuer: Family.mum,
      admitted: number.isMultiple(of: 3) ? crowd : [],
      removed: number.isMultiple(of: 5) ? crowd : [], memberCount: 32,
      onBehalf: number.isMultiple(of: 7)
        ? Array(repeating: Family.id("b"), count: 255) : [], fate: .lost)
  }

  @Test func `is whole again, and each letter is one that can be sent`() async throws {
    var pageCount = 0
    let whole = try await LogPage.wholeLog { place throws(Refusal) in
      pageCount += 1
      let page = LogPage(of: Self.log, from: place, stamp: 7)
      #expect(!page.manifests.isEmpty)
      #expect(Letter<Reply>.bytes(.manifestLog(page)) != nil)
      return page
    }
    #expect(whole == Self.log)
    #expect(pageCount > 10)
  }

  @Test func `is read anew when it changed between two letters`() async throws {
    let (old, new) = (Array(Self.log.dropLast()), Self.log)
    var asked: [Int] = []
    let whole = try await LogPage.wholeLog { place throws(Refusal) in
      asked.append(place)
      return LogPage(of: asked.count < 3 ? old : new, from: place, stamp: asked.count < 3 ? 1 : 2)
    }
    #expect(whole == new)
    #expect(asked.count { $0 == 0 } == 2)
  }

  @Test func `is given up when it never holds still`() async {
    var stamp = 0
    let refusal = await #expect(throws: Refusal.self) {
      try await LogPage.wholeLog { place throws(Refusal) in
        stamp += 1
        return LogPage(of: Self.log, from: place, stamp: stamp)
      }
    }
    #expect(refusal?.code == .unexpected)
  }

  @Test func `of nothing, or from behind its end, is empty`() async throws {
    #expect(LogPage(of: Self.log, from: 9_999, stamp: 0).manifests.isEmpty)
    let whole = try await LogPage.wholeLog { place throws(Refusal) in
      LogPage(of: [], from: place, stamp: 0)
    }
    #expect(whole.isEmpty)
  }
}

@Suite struct `A member named by the beginning of its id` {
  private static let people = [
    Person(id: "abcd", name: "Anna", isThisDevice: false),
    Person(id: "abce", name: "\u{1B}Ben", isThisDevice: false),
    Person(id: "b-_9", name: "Cat", isThisDevice: true),
    Person(id: "ab", name: "Dan", isThisDevice: false),
  ]

  @Test(arguments: [("abcd", "Anna"), ("abce", "\u{1B}Ben")])
  func `is found where no other begins so`(beginning: String, name: String) throws {
    #expect(try Servant.find(beginning, among: Self.people, for: .remove).name == name)
  }

  @Test func `is asked for more where several begin so, by all their ids`() {
    let refusal = #expect(throws: Refusal.self) {
      try Servant.find("abc", among: Self.people, for: .remove)
    }
    #expect(refusal?.code == .memberNotFound)
    #expect(refusal?.sentence.contains("abcd (Anna), abce (\\u{1b}Ben)") == true)
  }

  @Test func `is the one whose whole id it is, even where others begin so`() throws {
    #expect(try Servant.find("ab", among: Self.people, for: .remove).name == "Dan")
  }

  @Test(arguments: ["x", "abcde", "Anna", "ABCD", "b"])
  func `is refused where there is none, or it is this device`(beginning: String) {
    let refusal = #expect(throws: Refusal.self) {
      try Servant.find(beginning, among: Self.people, for: .remove)
    }
    #expect(refusal?.code == .memberNotFound)
    #expect(refusal?.sentence.contains(beginning == "b" ? "leave" : "members") == true)
  }

  @Test func `is not guessed from nothing`() {
    let refusal = #expect(throws: Refusal.self) {
      try Servant.find("", among: Self.people, for: .remove)
    }
    #expect(refusal?.code == .usage)
  }
}
