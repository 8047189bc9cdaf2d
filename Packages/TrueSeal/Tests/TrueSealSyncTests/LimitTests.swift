import Testing
import TrueSealManifest
import TrueSealTesting

@testable import TrueSealSync

@Suite(.timeLimit(.minutes(3))) struct `Limits` {
  @Test func `P-02 a window holds 32 requests, and a repeat takes no place`() throws {
    func request(_ number: UInt8) -> JoinRequest {
      let key = [UInt8](repeating: number, count: 32)
      return JoinRequest(
        keys: DevicePublicKeys(signingKey: key, agreementKey: key), name: "device \(number)")
    }
    var window = PairingWindow(secret: [UInt8](repeating: 1, count: 32))
    for number in 1...32 {
      let asked = request(UInt8(number))
      #expect(window.receive(asked) == .raised(asked))
      #expect(window.receive(asked) == .repeated)
    }
    #expect(window.receive(request(33)) == .full)
    #expect(window.receive(request(7)) == .repeated)
    // The same keys are the same device, whatever it calls itself; another key is another device.
    let key = [UInt8](repeating: 7, count: 32)
    let renamed = JoinRequest(
      keys: DevicePublicKeys(signingKey: key, agreementKey: key), name: "another name")
    #expect(window.receive(renamed) == .repeated)
    var fresh = PairingWindow(secret: window.secret)
    let other = [UInt8](repeating: 8, count: 32)
    for keys in [(key, key), (key, other), (other, key)] {
      let asked = JoinRequest(
        keys: DevicePublicKeys(signingKey: keys.0, agreementKey: keys.1), name: "same name")
      #expect(fresh.receive(asked) == .raised(asked))
    }
    #expect(window.requests.count == 32)
  }

  @Test func `P-04 A-04 a group of 32 takes no other device`() async throws {
    let home = try Household(seed: 61)
    let alice = try await home.device("alice")
    for number in 1..<32 {
      let joiner = try await home.device("joiner \(number)")
      try await home.pair(joiner, with: alice)
      await joiner.close()
    }
    #expect(await alice.members.count == 31)
    let late = try await home.device("late")
    let events = alice.eventStream
    try await late.join(try await alice.startPairing().text)
    for await event in events {
      guard case .joinRequest(let request) = event else { continue }
      let before = await alice.ledger?.heldCount
      await #expect(throws: TrueSealError.groupFull(max: 32)) { try await alice.accept(request) }
      #expect(await alice.ledger?.heldCount == before)
      break
    }
    #expect(await late.status == .pendingJoin)
  }
}
