import RelayMock

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The program: results on standard output, everything else on standard error.
@main
enum Main {
  static func main() async {
    let signals = Signals()
    let program = Program(output: .standard, stopRequest: signals.request)
    let code = await program.run(Array(CommandLine.arguments.dropFirst()))
    withExtendedLifetime(signals) { exit(code.rawValue) }
  }
}
