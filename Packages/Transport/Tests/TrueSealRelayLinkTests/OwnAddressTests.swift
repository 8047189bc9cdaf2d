import Testing
import TrueSealCrypto
import TrueSealRelayLink
import TrueSealTransport

/// Known answers of our own, each of which a program in another language has computed as well.
@Suite struct `Our own answers about Relay Addresses` {
  @Test func `W-05 are read, written and refused`() throws {
    #expect(KnownAnswers.ownAddresses.count { $0.refusal == nil } == 15)
    #expect(KnownAnswers.ownAddresses.count { $0.refusal == "invalidRelayAddress" } == 69)
    for answer in KnownAnswers.ownAddresses {
      guard answer.refusal == nil else {
        #expect(throws: LinkError(.invalidAddress), "\(answer.id)") {
          try RelayAddress(parsing: answer.text("text"))
        }
        continue
      }
      let address = try RelayAddress(parsing: answer.text("text"))
      #expect(Hexadecimal.encode(address.relayKey) == answer.outText("key"), "\(answer.id)")
      #expect(address.host == answer.outText("host"), "\(answer.id)")
      #expect("\(address.receivePort)" == answer.outText("receive"), "\(answer.id)")
      #expect("\(address.pushPort)" == answer.outText("push"), "\(answer.id)")
      #expect(address.description == answer.outText("text"), "\(answer.id)")
    }
  }
}
