import Testing

@testable import TrueSealTerminal

@Suite struct `The picture of a group's manifests` {
  private func picture(_ log: [LoggedManifest]) -> String {
    Ancestry(log).text.map { $0.text.isEmpty ? $0.lanes : "\($0.lanes) \($0.text)" }
      .joined(separator: "\n")
  }

  @Test func `draws a race with both branches, the winner's in the first lane`() {
    let drawn = """
      @ v4 eeeeeeee  “Dad” admits “Tablet”  (current)
      * v3 aaaaaaaa  “Mum” removes “Old phone”
      | o v3 dddddddd  “Dad” admits “Tablet”  (lost)
      |/
      * v2 22222222  “Mum” admits “Old phone”
      * v1 11111111  “Mum” begins the group with “Dad”
      """
    #expect(picture(Family.race) == drawn)
  }

  @Test func `says why a manifest is void`() {
    let (mum, dad, old, tablet) = (Family.mum, Family.dad, Family.old, Family.tablet)
    let log = [
      Family.manifest("1", 1, admits: [dad, mum]),
      Family.manifest("2", 2, on: "1", admits: [old]),
      Family.manifest("a", 3, on: "2", removes: [old], .current),
      Family.manifest(
        "b", 3, on: "2", by: old, admits: [tablet], .void, because: .issuerRemoved, of: "a"),
      Family.manifest("c", 4, on: "b", by: tablet, .void, because: .builtOnVoid, of: "b"),
      Family.manifest("f", 3, on: "2", by: dad, removes: [dad], .lost),
      Family.manifest(
        "9", 3, on: "2", by: dad, removes: [mum], .void, because: .issuerLeft, of: "f"),
    ]
    let drawn = """
      @ v3 aaaaaaaa  “Mum” removes “Old phone”  (current)
      | o v3 ffffffff  “Dad” leaves  (lost)
      |/
      | x v4 cccccccc  “Tablet” changes nothing  (void: built on bbbbbbbb, which is void)
      | x v3 bbbbbbbb  “Old phone” admits “Tablet”  (void: its issuer was removed by aaaaaaaa)
      |/
      | x v3 99999999  “Dad” removes “Mum”  (void: its issuer left by ffffffff)
      |/
      * v2 22222222  “Mum” admits “Old phone”
      * v1 11111111  “Mum” begins the group with “Dad”
      """
    #expect(picture(log) == drawn)
  }

  @Test func `shows what waits, further roots, and changes made for others`() {
    let (dad, old, tablet) = (Family.dad, Family.old, Family.tablet)
    let log = [
      Family.manifest("5", 5),
      Family.manifest("6", 6, on: "5", by: dad, removes: [dad], .lost),
      Family.manifest("7", 6, on: "5", admits: [tablet]),
      Family.manifest("8", 7, on: "7", by: tablet, removes: [dad], again: ["6"], .current),
      Family.manifest("9", 9, by: old, .waiting),
    ]
    let drawn = """
      @ v7 88888888  “Tablet” removes “Dad”, again for 66666666  (current)
      * v6 77777777  “Mum” admits “Tablet”
      | o v6 66666666  “Dad” leaves  (lost)
      |/
      * v5 55555555  “Mum” lists 3 members; what it was built on is not here

      ? v9 99999999  “Old phone” lists 3 members; what it was built on is not here  \
      (waits for others)
      """
    #expect(picture(log) == drawn)
  }

  @Test func `of branches that part from branches takes a lane for each`() {
    let log = [
      Family.manifest("1", 1), Family.manifest("2", 2, on: "1", .current),
      Family.manifest("3", 2, on: "1", .lost), Family.manifest("4", 3, on: "3", .lost),
      Family.manifest("5", 3, on: "3", .void), Family.manifest("6", 4, on: "4", .lost),
    ]
    let lanes = Ancestry(log).text.map(\.lanes)
    #expect(lanes == ["@", "| o", "| o", "| | x", "| |/", "| o", "|/", "*"])
  }

  @Test func `of nothing is empty`() {
    #expect(Ancestry([]).rows.isEmpty)
    #expect(Ancestry([]).dot.hasPrefix("digraph"))
    #expect(Ancestry([]).svg.hasSuffix("</svg>"))
  }

  @Test func `holds a chain of as many manifests as a device may hold`() {
    let log = (1...4_096).map { version in
      LoggedManifest(
        id: "\(version)", version: UInt64(version),
        parent: version > 1 ? "\(version - 1)" : nil, issuer: Family.mum, memberCount: 2,
        fate: version == 4_096 ? .current : .ancestor)
    }
    let lines = Ancestry(log).text
    #expect(lines.count == 4_096)
    #expect(lines.first?.lanes == "@" && lines.last?.text.hasPrefix("v1 ") == true)
  }

  @Test(arguments: UInt64(1)...40)
  func `has every manifest once, above its parent, and no line through another`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let log = Family.tree(60, &random)
    var places: [String: (row: Int, lane: Int)] = [:]
    var drawn: [(id: String, lane: Int)] = []
    for case .manifest(let manifest, let lane) in Ancestry(log).rows {
      places[manifest.id] = (drawn.count, lane)
      drawn.append((manifest.id, lane))
    }
    #expect(drawn.count == log.count && places.count == log.count)
    for manifest in log {
      guard let place = places[manifest.id] else { continue }
      if manifest.fate == .current || manifest.fate == .ancestor { #expect(place.lane == 0) }
      guard let parent = manifest.parent.flatMap({ places[$0] }) else {
        #expect(place.lane == 0)
        continue
      }
      #expect(parent.row > place.row)
      #expect(parent.lane == place.lane || parent.lane == place.lane - 1)
      // The line goes down the parent's lane.
      for other in drawn[(place.row + 1)..<parent.row] { #expect(other.lane != parent.lane) }
    }
  }

  @Test func `keeps its shape for the wrong order and for ids that come twice`() {
    let log = [
      Family.manifest("2", 2, on: "1", .current), Family.manifest("1", 1),
      Family.manifest("1", 1), Family.manifest("3", 3, on: "3", .lost),
    ]
    #expect(Ancestry(log).rows.count { if case .manifest = $0 { true } else { false } } == 4)
  }
}
