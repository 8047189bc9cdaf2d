internal import TrueSealTerminal

/// The program `trueseal`; all of it is in the library.
@main
enum Main {
  static func main() async { await Program.run() }
}
