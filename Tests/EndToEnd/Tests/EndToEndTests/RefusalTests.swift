import Foundation
import Testing

@Suite struct `A relay that refuses and cuts` {
  @Test func `W-20 D-02 D-04 D-07 keeps every sender's order all the same`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("trueseal-refusal-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // Pairing takes the first pushes; what follows are the numbers. 11 is rateLimited, 12 unavailable.
    let relay = try RelayProcess(
      folder: folder + "/relay",
      faults: [
        "push:refuse=11,nth=12", "push:cut,nth=31", "push:refuse=12,nth=47", "answer:cut,nth=70",
      ])
    let sender = try TrialDevice(name: "sender", address: relay.address, folder: folder + "/1")
    let receiver = try TrialDevice(name: "receiver", address: relay.address, folder: folder + "/2")
    sender.child.write("window")
    let token = try sender.child.line(1, withPrefix: "token ").dropFirst("token ".count)
    receiver.child.write("join \(token)")
    try sender.child.line { $0 == "members 1" }
    sender.send(upTo: 100)
    try sender.waitUntilSent(upTo: 100)
    try receiver.child.line { $0.hasPrefix("handled 100 ") }
    #expect(receiver.received == sender.sent.map(\.id))
    #expect(receiver.repeats.isEmpty)
    #expect(sender.issues.isEmpty && receiver.issues.isEmpty)
    sender.child.stop()
    receiver.child.stop()
    #expect(relay.stop() == 0, "a fault never struck")
  }
}
