import Foundation
import Testing

@Suite struct `Two who talk` {
  /// The relay delivers everything twice and some of it late, and loses one text that it acknowledged.
  @Test func `SK-07 SK-15 SK-40 SK-42 both reset at once, and every text comes once and in order`()
    throws
  {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("trueseal-talk-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let relay = try RelayProcess(
      folder: folder + "/relay",
      faults: [
        "delivery:delay=300,nth=6", "delivery:delay=200,nth=15", "push:lose,nth=60",
        "delivery:double,times=all",
      ])
    let first = try TrialDevice(name: "first", address: relay.address, folder: folder + "/1")
    let second = try TrialDevice(name: "second", address: relay.address, folder: folder + "/2")
    try Self.pair(first, second)
    first.child.write("talk 1 5")
    try second.child.line { $0 == "heard 5" }
    for one in [first, second] {
      one.child.write("reset")
      one.child.write("talk 101 110")
    }
    for one in [first, second] {
      try one.child.line { $0 == "said 110" }
      try one.child.line { $0.hasPrefix("heard 110") }
    }
    let (early, meanwhile) = ((1...5).map { "\($0)" }, (101...110).map { "\($0)" })
    #expect(Self.heard(by: second) == early + meanwhile)
    #expect(Self.heard(by: first) == meanwhile)
    #expect(try Self.number(of: first) == Self.number(of: second))
    for one in [first, second] {
      // The first session and the one reset, whoever began it: one pair of notices each.
      #expect(
        one.child.lines.filter { $0.hasPrefix("session ") } == [
          "session resetInProgress(isFirst: true)", "session resetDone(isFirst: true)",
          "session resetInProgress(isFirst: false)", "session resetDone(isFirst: false)",
        ])
    }
    // A text that the relay acknowledged and lost is gone; those after it are read all the same.
    first.child.write("talk 201 240")
    try second.child.line { $0 == "heard 240" }
    let tail = Self.heard(by: second).dropFirst(15).compactMap { Int($0) }
    #expect(tail.count == 39)
    #expect(tail == tail.sorted() && Set(tail).count == 39 && tail[0] >= 201)
    #expect(try Self.number(of: first) == Self.number(of: second))
    first.child.stop()
    second.child.stop()
    #expect(relay.stop() == 0, "a fault never struck")
  }

  private static func pair(_ first: TrialDevice, _ second: TrialDevice) throws {
    first.child.write("window")
    let token = try first.child.line(1, withPrefix: "token ").dropFirst("token ".count)
    second.child.write("join \(token)")
    for one in [first, second] { try one.child.line { $0 == "members 1" } }
  }

  private static func heard(by device: TrialDevice) -> [String] {
    device.child.lines.filter { $0.hasPrefix("heard ") }.map { String($0.dropFirst(6)) }
  }

  /// The number of the session, as soon as there is one.
  private static func number(of device: TrialDevice) throws -> String {
    let asked = device.child.lines.count { $0.hasPrefix("number ") }
    device.child.write("number")
    return try device.child.line(asked + 1, withPrefix: "number ")
  }
}
