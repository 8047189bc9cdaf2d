import RelayMock

/// What `relay-mock --help` prints.
enum HelpText {
  static var page: String {
    let options = Invocation.options.map { option in
      let head = "  --\(option.name)" + (option.value.map { " \($0)" } ?? "")
      let gap = String(repeating: " ", count: max(1, 31 - head.count))
      return head + gap + option.meaning
    }
    let codes = ExitCode.allCases.map { "  \($0.rawValue)  \($0.meaning)" }
    return """
      relay-mock: a TrueSeal relay for development, tests and small homes.

      usage: relay-mock [run] [OPTIONS]      start; prints the Relay Address first
             relay-mock pubkey  [--data DIR]   print the relay's public key
             relay-mock address [OPTIONS]      print the Relay Address for fixed ports

      Options, defaults in brackets:
      \(options.joined(separator: "\n"))

      FAULT is POINT:ACTION[,nth=N][,times=N|all][,for=HEX]:
        POINT   push, answer, delivery or acknowledgement
        ACTION  refuse=CODE or lose (at push), double or delay=MS (at delivery),
                withhold or cut
        nth     the first occasion it strikes at (1)
        times   how often it strikes (1)
        for     first bytes of the recipient's key
        How often each struck is printed at the end.

      SIGTERM and SIGINT stop the relay; pushes that are being written are still answered.

      Exit codes:
      \(codes.joined(separator: "\n"))
      """
  }
}
