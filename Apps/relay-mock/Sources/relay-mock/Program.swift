import RelayMock
import TrueSealRelayLink

/// What the program does with a command line, apart from the process around it.
struct Program: Sendable {
  let output: Output
  let stopRequest: StopRequest

  static let version = "0.6.0"

  /// Follows a command line to its end.
  func run(_ words: [String]) async -> ExitCode {
    let invocation: Invocation
    do throws(UsageError) {
      invocation = try Invocation(words)
    } catch {
      output.message("relay-mock: \(error). Try relay-mock --help.")
      return .usage
    }
    do throws(RelayError) {
      switch invocation.command {
      case .help: output.result(HelpText.page)
      case .version: output.result("relay-mock \(Self.version)")
      case .pubkey: try printPublicKey(invocation)
      case .address: try printAddress(invocation)
      case .run: return try await serve(invocation)
      }
      return .done
    } catch {
      output.message("relay-mock: \(error.detail.isEmpty ? error.description : error.detail)")
      return ExitCode(error)
    }
  }

  private func printPublicKey(_ invocation: Invocation) throws(RelayError) {
    let key = try RelayMock.publicKey(in: invocation.settings.directory)
    output.result(invocation.isJSON ? JSONLine.text(["public_key": .text(key)]) : key)
  }

  private func printAddress(_ invocation: Invocation) throws(RelayError) {
    let address = try RelayMock.address(with: invocation.settings).description
    output.result(invocation.isJSON ? JSONLine.text(["address": .text(address)]) : address)
  }

  private func serve(_ invocation: Invocation) async throws(RelayError) -> ExitCode {
    OptionScanner.raiseDescriptorLimit()
    let faults = FaultPlan(invocation.faults)
    let relay = try await RelayMock.start(invocation.settings, faults: faults) { [output] note in
      output.message(note.description)
    }
    announce(relay, isJSON: invocation.isJSON)
    await stopRequest.wait()
    await relay.stop()
    for (fault, firedCount) in faults.counts {
      output.message("fault \(fault) struck \(firedCount) time\(firedCount == 1 ? "" : "s")")
    }
    return faults.unfired.isEmpty ? .done : .faultUnfired
  }

  private func announce(_ relay: RelayMock, isJSON: Bool) {
    guard isJSON else {
      output.result(relay.address.description)
      output.result("public key \(relay.publicKey)")
      output.result("receive port \(relay.receivePort)")
      output.result("push port \(relay.pushPort)")
      if let port = relay.healthPort { output.result("health http://127.0.0.1:\(port)/healthz") }
      return
    }
    output.result(
      JSONLine.text([
        "address": .text(relay.address.description),
        "public_key": .text(relay.publicKey),
        "receive_port": .number(Int(relay.receivePort)),
        "push_port": .number(Int(relay.pushPort)),
        "health_port": relay.healthPort.map { .number(Int($0)) } ?? .null,
      ]))
  }
}
