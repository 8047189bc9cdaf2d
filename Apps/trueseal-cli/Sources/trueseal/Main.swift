internal import TrueSealBundles
internal import TrueSealHost
internal import TrueSealTerminal

/// The program `trueseal`; all of it is in the libraries.
@main
enum Main {
  static func main() async { await Program.run(with: [BundleProgram.guest, HostProgram.guest]) }
}
