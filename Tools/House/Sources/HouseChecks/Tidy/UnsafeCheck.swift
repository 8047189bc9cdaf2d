/// Memory is touched without checks in a few files, and they are all named here.
package enum UnsafeCheck {
  static let allowed: Set = [
    "Packages/Crypto/Sources/TrueSealCrypto/Sodium.swift",
    "Packages/Crypto/Sources/TrueSealCrypto/SecretBytes.swift",
    "Packages/Crypto/Sources/TrueSealCrypto/SecretShelf.swift",
    "Packages/Crypto/Sources/TrueSealCrypto/Span+Lending.swift",
    "Packages/Store/Sources/TrueSealStore/SQLite.swift",
    "Packages/Store/Sources/TrueSealStore/POSIX.swift",
    "Packages/Store/Sources/TrueSealStoreTesting/RawFile.swift",
    "Packages/Store/Sources/TrueSealStoreTesting/VFS.swift",
    "Packages/Transport/Sources/TrueSealTransport/Deflate.swift",
    "Packages/Transport/Sources/TrueSealRelayLink/Socket.swift",
    "Packages/TrueSeal/Sources/TrueSealSync/QueueExecutor.swift",
    "Packages/TrueSeal/Sources/TrueSealSync/SystemTime.swift",
    "Packages/Updater/Sources/TrueSealUpdaterFiles/Disk/DiskFiles.swift",
    "Packages/Updater/Sources/TrueSealUpdaterFiles/Network/Curl.swift",
    "Packages/Updater/Sources/TrueSealUpdaterFiles/Updater/QueueExecutor.swift",
    "Apps/trueseal-cli/Sources/TrueSealTerminal/System.swift",
    "Apps/trueseal-cli/Sources/TrueSealBundles/Files/Disk.swift",
    "Apps/trueseal-cli/Sources/TrueSealHost/HostServer.swift",
    "Apps/relay-mock/Sources/RelayMock/Microhttpd.swift",
    "Apps/relay-mock/Sources/RelayMock/KeyFile.swift",
    "Apps/relay-mock/Sources/relay-mock/OptionScanner.swift",
  ]

  /// The two actors with a queue of their own; one line of each names it.
  static let executorFiles = [
    "Packages/TrueSeal/Sources/TrueSealSync/Client/TrueSeal.swift",
    "Packages/Updater/Sources/TrueSealUpdaterFiles/Updater/Updater.swift",
  ]
  static let executorWord = "asUnownedSerialExecutor"

  @Sendable package static func findings(in tree: SourceTree) -> [Finding] {
    tree.swiftFiles.filter { $0.isProduct && !allowed.contains($0.path) }.flatMap(findings)
  }

  private static func findings(in file: SourceFile) -> [Finding] {
    guard let text = file.swift else { return [] }
    let codeLines = text.codeLines
    let lines = Set(text.tokens.filter { text.text(of: $0) == "unsafe" }.map(\.line)).sorted()
    let isExecutor = { (line: Int) in
      executorFiles.contains(file.path) && codeLines[line - 1].contains(executorWord)
    }
    let stray = lines.filter { !isExecutor($0) }
    guard let first = stray.first else { return [] }
    return [
      Finding(
        file.path, line: first,
        "`unsafe` on \(stray.count) lines outside the files that may say it")
    ]
  }
}
