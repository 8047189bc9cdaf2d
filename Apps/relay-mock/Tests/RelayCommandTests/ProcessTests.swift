import Foundation
import Testing
import TrueSealCrypto
import TrueSealRelayLink
import TrueSealTransport

@testable import relay_mock

@Suite(.serialized, .timeLimit(.minutes(2))) struct `The program` {
  private let directory = NSTemporaryDirectory() + "relay-process-" + UUID().uuidString

  private func removing(_ body: (String) async throws -> Void) async throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try await body(directory)
  }

  @Test func `RL-01 prints its address first, with the ports that port 0 picked`() async throws {
    try await removing { directory in
      let process = try RelayProcess([
        "--data", directory, "--receive-port", "0", "--push-port", "0", "--health-port", "0",
      ])
      let address = try RelayAddress(parsing: await process.firstLine())
      #expect(address.receivePort != 0 && address.pushPort != address.receivePort)
      let link = try await RelayConnector(address: address).openPush()
      link.close()
      process.signal(SIGTERM)
      let end = await process.end()
      #expect(end.code == 0)
      let names = ["trueseal://", "public key ", "receive port ", "push port ", "health http://"]
      #expect(end.output.count == names.count)
      for (line, name) in zip(end.output, names) { #expect(line.hasPrefix(name)) }
      #expect(end.messages == ["relay started", "relay stopped"])
    }
  }

  @Test func `RL-07 stops at SIGTERM and SIGINT, and what it acked is there afterwards`()
    async throws
  {
    try await removing { directory in
      let inbox = [UInt8](repeating: 7, count: 32)
      for (round, number) in [SIGTERM, SIGINT].enumerated() {
        let (process, address) = try await RelayProcess.relay(in: directory)
        let link = try await RelayConnector(address: address).openPush()
        try await link.send(.push(recipient: inbox, envelope: [UInt8(round)]))
        #expect(try await link.receive() == .ack)
        process.signal(number)
        #expect(try await link.receive() == nil)
        link.close()
        let end = await process.end()
        #expect(end.code == 0 && !end.wasKilled)
        #expect(end.messages.last == "relay stopped")
      }
    }
  }

  @Test func `RL-01 an acked blob survives a kill at the instant of its Ack, in order`()
    async throws
  {
    try await removing { directory in
      let key = AgreementKey.generate(from: .system)
      var acked: [[UInt8]] = []
      for round in 0..<6 {
        let (process, address) = try await RelayProcess.relay(in: directory)
        let link = try await RelayConnector(address: address).openPush()
        let envelopes = (0..<20).map { [UInt8(round), UInt8($0)] }
        try await link.send(envelopes.map { .push(recipient: key.publicKey, envelope: $0) })
        for envelope in envelopes.prefix(1 + round * 3) {
          #expect(try await link.receive() == .ack)
          acked.append(envelope)
        }
        process.signal(SIGKILL)
        #expect(await process.end().wasKilled)
        link.close()
      }
      let (process, address) = try await RelayProcess.relay(in: directory)
      let reader = try await RelayConnector(address: address).openReceive(as: key)
      try await reader.send(.heartbeat)
      var delivered: [[UInt8]] = []
      while delivered.last != acked.last, case .deliver(_, let envelope) = try await next(reader) {
        delivered.append(envelope)
      }
      // Pushes that were stored and not yet acked may be there as well; none is twice.
      #expect(delivered.filter(acked.contains) == acked)
      #expect(Set(delivered).count == delivered.count)
      reader.close()
      process.signal(SIGTERM)
      #expect(await process.end().code == 0)
    }
  }

  private func next(_ link: NoiseLink) async throws -> Frame? {
    while let frame = try await link.receive() {
      if frame != .heartbeat { return frame }
    }
    return nil
  }

  @Test func `RL-08 prints the key and the address of its directory`() async throws {
    try await removing { directory in
      #expect(try await RelayProcess.run(["pubkey", "--data", directory]).code == 7)
      let (process, address) = try await RelayProcess.relay(in: directory)
      process.signal(SIGTERM)
      _ = await process.end()
      let key = Hexadecimal.encode(address.relayKey)
      #expect(try await RelayProcess.run(["pubkey", "--data", directory]).output == [key])
      let asked = ["address", "--data", directory, "--advertise", "r.example", "--push-port", "9"]
      let expected = "trueseal://\(key)@r.example:7700?push=9"
      #expect(try await RelayProcess.run(asked).output == [expected])
      #expect(
        try await RelayProcess.run(asked + ["--json"]).output == [#"{"address":"\#(expected)"}"#])
    }
  }

  @Test func `ends with a code of its own for what a script can act on, and one sentence`()
    async throws
  {
    try await removing { directory in
      let (process, address) = try await RelayProcess.relay(in: directory)
      let inUse = try await RelayProcess.run(["--data", directory])
      let port = String(address.pushPort)
      let other = directory + "/other"
      let taken = try await RelayProcess.run([
        "--data", other, "--receive-port", port, "--push-port", "0", "--health-port", "none",
      ])
      process.signal(SIGTERM)
      _ = await process.end()
      let store = URL(fileURLWithPath: directory + "/inbox.trueseal")
      var bytes = try Data(contentsOf: store)
      bytes[63] = 9
      try bytes.write(to: store)
      let tooNew = try await RelayProcess.run(["--data", directory])
      let wrong = try await RelayProcess.run(["--nonsense"])
      let limit = try await RelayProcess.run(["--data", other, "--envelope-max", "99999"])
      for (end, code) in [(inUse, 4), (taken, 3), (tooNew, 5), (wrong, 2), (limit, 2)] {
        #expect(end.code == Int32(code) && end.output.isEmpty)
        #expect(end.messages.count == 1, "\(end.messages)")
        #expect(end.messages.first?.hasPrefix("relay-mock: ") == true)
      }
      #expect(
        limit.messages.first?.contains("envelope size 99999 is outside 16384 to 65482") == true)
      #expect(try Data(contentsOf: store) == bytes)
    }
  }

  @Test func `RL-09 counts its faults, prints them at exit, and fails when one never struck`()
    async throws
  {
    try await removing { directory in
      let (process, address) = try await RelayProcess.relay(
        in: directory, ["--fault", "push:refuse=10", "--fault", "delivery:cut", "--dev"])
      let link = try await RelayConnector(address: address).openPush()
      try await link.send(.push(recipient: [UInt8](repeating: 7, count: 32), envelope: [1]))
      #expect(try await link.receive() == .error(.inboxFull))
      link.close()
      process.signal(SIGTERM)
      let end = await process.end()
      #expect(end.code == 8)
      #expect(
        end.messages.suffix(2) == [
          "fault push:refuse=10 struck 1 time", "fault delivery:cut struck 0 times",
        ])
    }
  }

  @Test func `serves 200 idle sessions with at most 8 threads`() async throws {
    try await removing { directory in
      let (process, address) = try await RelayProcess.relay(in: directory)
      var links: [NoiseLink] = []
      for place in 0..<200 {
        let connector = RelayConnector(address: address)
        links.append(
          place.isMultiple(of: 2)
            ? try await connector.openPush()
            : try await connector.openReceive(as: AgreementKey.generate(from: .system)))
      }
      let tasks = "/proc/\(process.identifier)/task"
      let threadCount = try FileManager.default.contentsOfDirectory(atPath: tasks).count
      #expect(threadCount <= 8)
      for link in links { link.close() }
      process.signal(SIGTERM)
      #expect(await process.end().code == 0)
    }
  }

  @Test func `says its version and its help on standard output`() async throws {
    #expect(try await RelayProcess.run(["--version"]).output == ["relay-mock 0.6.0"])
    let help = try await RelayProcess.run(["--help"])
    #expect(help.code == 0 && help.messages.isEmpty && help.output.count > 20)
  }
}
