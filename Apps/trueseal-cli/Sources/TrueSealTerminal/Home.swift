internal import Foundation
internal import TrueSealSync

/// The folder a person's devices live in: settings, the store, and the socket of whoever has it open.
struct Home: Equatable, Sendable {
  /// Absolute, and without links once it exists.
  let directory: String

  /// Finds the home a command means; makes nothing.
  ///
  /// - Throws: `Refusal`, storage, where no home can be named.
  init(_ stated: String?) throws(Refusal) {
    let path: String
    if let stated {
      path = stated
    } else if let variable = System.variable("TRUESEAL_HOME"), !variable.isEmpty {
      path = variable
    } else if let user = System.variable("HOME"), !user.isEmpty {
      path = user + "/.trueseal"
    } else {
      throw Refusal(.storage, "HOME is not set; say --home DIR")
    }
    directory = Self.absolute(path)
  }

  /// Where the library keeps its files.
  var state: String { directory + "/state" }
  /// What is remembered between commands.
  var settingsPath: String { directory + "/settings.json" }

  /// How the home's passphrase is stretched, if it has one.
  var stretchingPath: String { directory + "/passphrase.json" }

  /// Writes a file of the home, so that a crash leaves the one before or this one; false on a failure.
  func keep(_ content: some Encodable, at path: String) -> Bool {
    let place = "\(path).\(System.process)"
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let bytes = try? encoder.encode(content),
      let file = System.openFile(place, writing: true)
    else { return false }
    return file.lend { System.write(Array(bytes) + [0x0A], to: $0) }
      && System.replace(path, by: file, at: place)
  }

  /// Makes the folder if need be, for this user alone.
  ///
  /// - Throws: `Refusal`, storage, when it cannot be made, or belongs or is open to others.
  func make() throws(Refusal) {
    guard System.makeDirectory(directory) else {
      throw Refusal(.storage, "the home \(directory) cannot be made: \(System.failure)")
    }
    if let problem { throw problem }
  }

  /// What is wrong with the folder, if it is there; one that holds nothing of others is tightened.
  var problem: Refusal? {
    guard let found = System.look(at: Self.absolute(directory)) else { return nil }
    guard found.isDirectory else { return Refusal(.storage, "\(directory) is no folder") }
    guard found.owner == System.user else {
      return Refusal(.storage, "the home \(directory) belongs to another user; choose another")
    }
    guard found.mode & 0o077 != 0 else { return nil }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? ["?"]
    if names.isEmpty || names.contains("settings.json"), System.restrict(directory) { return nil }
    return Refusal(
      .storage,
      "others may enter the home \(directory); choose a folder of its own, or run chmod 700 on it")
  }

  // MARK: The socket

  /// Where the process that has a namespace's store open is reached.
  ///
  /// A home whose path is too long for a socket has it in a private folder below `$XDG_RUNTIME_DIR` or `/tmp`.
  /// - Throws: `Refusal`, storage, when that folder is not this user's own.
  func socketPath(for namespace: String) throws(Refusal) -> String {
    let usual = "\(directory)/\(namespace).sock"
    guard usual.utf8.count > System.socketPathMax else { return usual }
    let runtime = System.variable("XDG_RUNTIME_DIR") ?? ""
    let folder =
      runtime.isEmpty || runtime.utf8.count > 60
      ? "/tmp/trueseal-\(System.user)" : runtime + "/trueseal"
    guard System.makeDirectory(folder), let found = System.look(at: folder), found.isDirectory,
      found.owner == System.user, found.mode & 0o077 == 0
    else {
      throw Refusal(
        .storage, "\(folder) must be a folder of yours alone; remove it, or shorten --home")
    }
    return "\(folder)/\(Self.digest(of: usual)).sock"
  }

  /// FNV-1a of 64 bits: enough to tell one user's homes apart.
  private static func digest(of text: String) -> String {
    let hash = text.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3
    }
    return String(hash, radix: 16)
  }

  private static func absolute(_ path: String) -> String {
    if let resolved = System.resolved(path) { return resolved }
    let whole = path.hasPrefix("/") ? path : (System.resolved(".") ?? "") + "/" + path
    // What stands above is resolved, so that the name stays the same once the folder is made.
    let parts = whole.split(separator: "/").map(String.init)
    let above = "/" + parts.dropLast().joined(separator: "/")
    guard let last = parts.last, let resolved = System.resolved(above) else { return whole }
    return resolved == "/" ? "/" + last : resolved + "/" + last
  }
}
