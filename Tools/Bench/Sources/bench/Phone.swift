import Synchronization
import TrueSealUpdater
import TrueSealUpdaterCrypto
import TrueSealUpdaterFiles

/// An app's folder with an updater that takes releases from the loopback; nothing ships with the app.
struct Phone {
  let updater: Updater
  private let hashed: Counter

  /// Counts the files that were hashed.
  private final class Counter: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock { $0 } }

    func add() { count.withLock { $0 += 1 } }
  }

  init(_ folder: String, port: Int) throws {
    guard let channel = Channel("stable") else { throw Site.Mistake(what: "a channel") }
    let hashed = Counter()
    var settings = UpdaterSettings(
      appSupport: folder, url: try ChannelURL("http://127.0.0.1:\(port)"), channel: channel,
      host: Phone.host, keys: try Phone.keys(),
      beginDigest: {
        hashed.add()
        return TrueSealDigest()
      })
    settings.checksBySelf = false
    updater = Updater.open(settings)
    self.hashed = hashed
  }

  static let host = Host(appID: Site.appID, build: 1, bridge: 1...1)

  static func keys() throws -> TrustedKeys {
    try TrustedKeys([Site.publicKey()], scheme: .trueSeal)
  }

  var hashedFileCount: Int { hashed.value }

  /// Downloads what the channel points at, until it waits for the next start.
  func install() async throws {
    // A new phone has nothing to show yet.
    _ = try? await updater.uiStart()
    let outcome = await updater.check()
    guard case .pending = outcome else { throw Site.Mistake(what: "\(outcome)") }
  }

  /// Shows what was downloaded and confirms it.
  func commit() async throws {
    let page = try await updater.uiStart()
    guard page.isTrial, await updater.ready(page.token) == .committed else {
      throw Site.Mistake(what: "no trial")
    }
  }
}
