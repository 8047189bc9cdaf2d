internal import Synchronization
internal import TrueSealTerminal
internal import TrueSealUpdater
internal import TrueSealUpdaterFiles

/// What is on screen and what has happened; written by the updater, read by the pages.
final class Board: Sendable {
  /// A page on screen, with the token that its requests carry.
  struct Showing: Sendable {
    let page: Page
    let token: String
    let load: LoadToken
    /// Whether its entry has been asked for.
    var hasBegun = false
  }

  private struct State {
    var showing: Showing?
    var updateReady: UInt64?
    var progress = ""
    var log: [String] = []
  }

  private let state = Mutex(State())
  private let say: @Sendable (String) -> Void
  /// Makes a token that nobody can guess.
  private let makeToken: @Sendable () -> String

  /// `say` is told each line as it happens, and must return soon.
  init(
    makeToken: @escaping @Sendable () -> String, say: @escaping @Sendable (String) -> Void
  ) {
    self.makeToken = makeToken
    self.say = say
  }

  var showing: Showing? { state.withLock { $0.showing } }
  var updateReady: UInt64? { state.withLock { $0.updateReady } }
  var progress: String { state.withLock { $0.progress } }
  var log: [String] { state.withLock { $0.log } }

  /// Puts a page on screen under a new token; the page before it has nothing more to say.
  func show(_ page: Page, load: LoadToken) {
    let showing = Showing(page: page, token: makeToken(), load: load)
    state.withLock { $0.showing = showing }
    write("showing \(page.manifest.seq)\(page.isTrial ? " on trial" : "")")
  }

  /// Notes that the entry of a page is asked for; false when it has been before.
  func begin(_ token: String) -> Bool {
    state.withLock { state in
      guard state.showing?.token == token, state.showing?.hasBegun == false else { return false }
      state.showing?.hasBegun = true
      return true
    }
  }

  /// Takes what the updater tells.
  func take(_ event: UpdaterEvent) {
    switch event {
    case .progress(let progress): state.withLock { $0.progress = HostWords.text(progress) }
    case .runEnded(let outcome):
      state.withLock { $0.progress = "" }
      write(HostWords.text(outcome))
    case .updateReady(let seq):
      state.withLock { $0.updateReady = seq }
      write("release \(seq) could be applied now")
    case .reload(let page): show(page, load: page.token)
    case .reloadNothing:
      state.withLock { $0.showing = nil }
      write("nothing can be shown")
    case .note(let note): write(HostWords.text(note))
    case .trouble(let text): write("trouble: \(text)")
    }
  }

  /// Nothing waits to be applied any more.
  func applied() { state.withLock { $0.updateReady = nil } }

  func write(_ line: String) {
    let line = Harmless.text(line)
    state.withLock { state in
      state.log.append(line)
      if state.log.count > HostLimits.logLineCountMax { state.log.removeFirst() }
    }
    say(line)
  }
}
