import Foundation
import Testing

/// The program in several homes, one relay, and changes that know nothing of each other.
@Suite(.serialized) struct `A family and its devices` {
  @Test func `M-00 M-32 M-52 agree after two changed the group offline`() throws {
    let homes = try Homes()
    let staying = ["anna", "ben", "laptop", "tablet"]
    try homes.group("anna", "ben", "laptop", "tablet", "lamp", "tv")
    let (lamp, tv) = (try homes.id(of: "lamp", on: "anna"), try homes.id(of: "tv", on: "ben"))

    homes.relay.pause()
    let one = try homes.run("anna", "remove", "--timeout", "0.2", "--", lamp)
    let two = try homes.run("ben", "remove", "--timeout", "0.2", "--", String(tv.prefix(9)))
    #expect(one.code == 3 && one.lines == ["removed\t\(lamp)\tlamp"])
    #expect(two.code == 3 && two.lines == ["removed\t\(tv)\ttv"])
    #expect(try homes.names(on: "anna") == Set(staying + ["tv"]))
    #expect(try homes.names(on: "ben") == Set(staying + ["lamp"]))

    try homes.relay.resume()
    for name in staying + ["lamp", "tv"] { _ = try homes.listen(name) }
    for name in staying {
      try homes.waitForList(of: name, to: "list the four") { $0 == Set(staying) }
    }
    let lists = try staying.map { try homes.list(of: $0) }
    #expect(lists[0].count == 4)
    #expect(lists.allSatisfy { $0 == lists[0] })
    for name in ["lamp", "tv"] {
      try homes.waitUntilWiped(name)
      #expect(try homes.run(name, "members").code == 14)
    }
  }

  @Test func `M-00 M-32 M-41 M-52 S-10 Mum removes her old phone while Dad admits the tablet`()
    throws
  {
    let homes = try Homes()
    try homes.group("mum", "dad", "old")
    let old = try homes.id(of: "old", on: "mum")
    let identity = try #require(try homes.run("old", "init").lines.first)
    #expect(identity == "\(old)\told")

    // The tablet has asked, then nobody reaches the relay any more, then Dad says yes.
    let pair = try homes.start("dad", "pair", "--json")
    let link = try pair.line { $0.hasPrefix(#"{"link":"#) }.dropFirst(9).prefix { $0 != "\"" }
    let join = try homes.start("tablet", "join", String(link), "--name", "tablet")
    try pair.line { $0.hasPrefix(#"{"request":"#) }
    homes.relay.pause()
    pair.write("1")
    try pair.line { $0.hasPrefix(#"{"accepted":"#) }
    let removal = try homes.run("mum", "remove", "--no-wait", "--", old)
    #expect(removal.code == 0 && removal.lines == ["removed\t\(old)\told"])
    #expect(try homes.names(on: "mum") == ["mum", "dad"])

    try homes.relay.resume()
    for name in ["mum", "old"] { _ = try homes.listen(name) }
    pair.waitUntilOver()
    #expect(pair.exitCode == 0)
    join.waitUntilOver()
    #expect(join.exitCode == 0)
    for name in ["dad", "tablet"] { _ = try homes.listen(name) }
    let family: Set = ["mum", "dad", "tablet"]
    for name in family {
      try homes.waitForList(of: name, to: "list the three") { $0 == family }
    }
    let lists = try family.map { try homes.list(of: $0) }
    #expect(lists.allSatisfy { $0 == lists[0] && $0.count == 3 })
    try homes.waitUntilWiped("old")

    try checkPictures(homes)

    // Wiped, with an identity nobody has seen, and welcome again.
    let fresh = try #require(try homes.run("old", "init").lines.first)
    #expect(!fresh.hasPrefix(old))
    try homes.pair("old", with: "mum")
    for name in family.union(["old"]) {
      try homes.waitForList(of: name, to: "list the four") { $0 == family.union(["old"]) }
    }
    #expect(try homes.list(of: "dad") == homes.list(of: "old"))
    #expect(try homes.list(of: "dad").contains(fresh))
  }

  /// Whoever has seen both changes draws both: the one that lost beside the one it was made again on.
  private func checkPictures(_ homes: Homes) throws {
    for name in ["mum", "dad"] {
      let picture = try homes.picture(on: name)
      #expect(picture.count == 6, "\(picture)")
      #expect(picture[0].hasPrefix("@ v4 ") && picture[0].hasSuffix("  (current)"))
      #expect(picture[1].hasPrefix("* v3 "))
      #expect(picture[2].hasPrefix("| o v3 ") && picture[2].hasSuffix("  (lost)"))
      #expect(picture[3] == "|/")
      let (won, lost) = (picture[1], picture[2])
      let deeds = ["“mum” removes “old”", "“dad” admits “tablet”"]
      #expect(deeds.allSatisfy { won.contains($0) != lost.contains($0) })
      #expect(deeds.contains { lost.contains($0) && picture[0].contains($0) })
    }
    #expect(try homes.picture(on: "mum") == homes.picture(on: "dad"))
    let dot = try homes.run("dad", "manifest", "log", "--dot").lines
    #expect(dot.first == "digraph manifests {" && dot.count { $0.contains(" -> ") } == 4)
    let svg = try homes.run("dad", "manifest", "log", "--svg").lines
    #expect(svg.count { $0.hasPrefix("<circle") } == 5 && svg.last == "</svg>")
    let objects = try homes.run("dad", "manifest", "log", "--json").lines
    #expect(objects.count { $0.contains(#""fate":"lost""#) } == 1 && objects.count == 5)
  }

  @Test func `M-06 M-50 M-51 leaving goes on after a crash and without a relay, and ends wiped`()
    throws
  {
    let homes = try Homes()
    try homes.group("anna", "ben", "cat")
    let id = try homes.id(of: "cat", on: "anna")
    #expect(try homes.run("ben", "remove", "--", try homes.id(of: "ben", on: "ben")).code == 19)

    homes.relay.pause()
    let killed = try homes.start("cat", "leave")
    while try homes.status(of: "cat") != "leaving" { try #require(killed.isRunning) }
    killed.kill()
    let leave = try homes.run("cat", "leave", "--timeout", "0.2")
    #expect(leave.code == 3 && leave.lines == ["leaving"])
    #expect(try homes.status(of: "cat") == "leaving")
    #expect(try homes.run("cat", "send", "x").code == 14)
    #expect(try homes.names(on: "anna") == ["anna", "ben", "cat"])

    try homes.relay.resume()
    let again = try homes.run("cat", "leave")
    #expect(again.code == 0 && again.lines == ["left"])
    #expect(try homes.status(of: "cat") == "notJoined")
    #expect(try homes.run("cat", "leave").code == 14)
    for name in ["anna", "ben"] {
      try homes.waitForList(of: name, to: "list two") { $0 == ["anna", "ben"] }
    }
    #expect(try homes.list(of: "anna") == homes.list(of: "ben"))
    #expect(try homes.picture(on: "ben").first?.contains("“cat” leaves  (current)") == true)

    try homes.pair("cat", with: "ben")
    try homes.waitForList(of: "anna", to: "list three") { $0 == ["anna", "ben", "cat"] }
    #expect(try homes.id(of: "cat", on: "anna") != id)
  }
}
