import Foundation

/// Measures what the packages add to the libraries they call, and says which goals are met.
@main struct Bench {
  static func main() async {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      if options.wantsHelp {
        print(Options.usage)
      } else if let errand = options.errand {
        try await errand.run()
      } else {
        try await Bench(options: options).run()
      }
    } catch {
      FileHandle.standardError.write(Data("bench: \(error)\n".utf8))
      exit(error is Options.Mistake ? 2 : 1)
    }
  }

  let options: Options

  private func run() async throws {
    let report = Report(isJSON: options.wantsJSON)
    report.open(rounds: options.rounds)
    for topic in options.topics {
      for try await line in topic.lines(options) { report.add(line) }
    }
    report.close()
  }
}
