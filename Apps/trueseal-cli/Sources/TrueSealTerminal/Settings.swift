internal import Foundation
internal import TrueSealSync

/// What a home remembers.
struct Settings: Codable, Equatable, Sendable {
  var relay: String?
  var name: String?

  /// Reads what a home remembers; nothing where there is no home yet.
  ///
  /// - Throws: `Refusal`, storage, for a file that cannot be read.
  init(of home: Home) throws(Refusal) {
    guard System.look(at: home.settingsPath) != nil else { return }
    let limit = TerminalLimits.settingsByteCountMax
    guard let file = System.openFile(home.settingsPath, writing: false),
      let bytes = file.lend({ System.read(from: $0, atMost: limit) }),
      let settings = try? JSONDecoder().decode(Self.self, from: Data(bytes))
    else {
      throw Refusal(
        .storage, "\(home.settingsPath) cannot be read; put it right, or remove it and run init")
    }
    self = settings
  }

  /// Writes them down for later commands.
  ///
  /// - Throws: `Refusal`, storage.
  func save(in home: Home) throws(Refusal) {
    try home.make()
    guard home.keep(self, at: home.settingsPath) else {
      throw Refusal(.storage, "\(home.settingsPath) cannot be written: \(System.failure)")
    }
  }

  /// Takes in what a command states and a link implies, and says whether anything is new.
  ///
  /// - Throws: `Refusal`, usage, for another relay than the one remembered, unless it may be replaced.
  mutating func learn(
    relay stated: String?, name: String?, mayReplaceRelay: Bool
  ) throws(Refusal) -> Bool {
    let before = self
    if let stated {
      let relay = try Self.canonical(stated)
      if let known = self.relay, !TrueSeal.isSameRelay(known, relay), !mayReplaceRelay {
        throw .usage(
          "this home is set to the relay \(known), not to \(relay); "
            + "use another --home, or run init --relay to change it")
      }
      if self.relay == nil || mayReplaceRelay { self.relay = relay }
    }
    if let name {
      guard TrueSeal.isValidDeviceName(name) else {
        throw .usage("a name has 1 to 64 bytes, no control characters and no spaces around it")
      }
      self.name = name
    }
    return self != before
  }

  private static func canonical(_ relay: String) throws(Refusal) -> String {
    do throws(TrueSealError) {
      return try TrueSeal.canonicalRelayAddress(relay)
    } catch {
      throw Refusal(error)
    }
  }
}
