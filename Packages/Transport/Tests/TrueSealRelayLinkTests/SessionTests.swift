import Testing
import TrueSealCrypto
import TrueSealRelayLink
import TrueSealTransport

@Suite(.timeLimit(.minutes(1))) struct `A session` {
  @Test func `W-12 of the Receive kind proves both keys and carries frames both ways`()
    async throws
  {
    let pair = try RelayPair()
    let (device, relay) = try await pair.receiveSession()
    #expect(relay.remoteKey == pair.deviceKey.publicKey)
    #expect(device.remoteKey == pair.relayKey.publicKey)
    #expect(device.handshakeHash == relay.handshakeHash)

    try await device.send(.heartbeat)
    #expect(try await relay.receive() == .heartbeat)
    try await relay.send(.deliver(blobID: 7, envelope: [1, 2, 3]))
    #expect(try await device.receive() == .deliver(blobID: 7, envelope: [1, 2, 3]))
  }

  @Test func `W-12 of the Push kind leaves the device anonymous`() async throws {
    let pair = try RelayPair()
    let (device, relay) = try await pair.pushSession()
    #expect(relay.remoteKey == nil)
    #expect(device.remoteKey == pair.relayKey.publicKey)
    let push = Frame.push(
      recipient: pair.deviceKey.publicKey, envelope: [UInt8](repeating: 5, count: 65_482))
    try await device.send(push)
    #expect(try await relay.receive() == push)
    try await relay.send(.ack)
    #expect(try await device.receive() == .ack)
    device.close()
    #expect(try await relay.receive() == nil)
  }
}
