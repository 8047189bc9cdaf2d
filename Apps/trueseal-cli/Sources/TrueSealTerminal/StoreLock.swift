internal import Foundation
internal import TrueSealSync

/// What opens a home's stores beside the home itself.
enum StoreLock: Equatable, Sendable {
  /// Nothing: keys and messages lie there as they are.
  case none
  /// A file that holds the key itself.
  case keyFile(String)
  /// A passphrase, asked for at the terminal.
  case passphrase
  /// A passphrase, read from a descriptor this process was given.
  case descriptor(Int32)
}

/// The store key of one command, found when the store is opened.
struct StoreKey: Sendable {
  private let lock: StoreLock
  private let home: Home
  private let namespace: String

  init(_ lock: StoreLock, of home: Home, namespace: String) {
    self.lock = lock
    self.home = home
    self.namespace = namespace
  }

  /// Finds the key; nil where none was stated.
  ///
  /// Asks at the terminal where it must, and stretches a passphrase for about a second.
  ///
  /// - Throws: `Refusal`, keyUnusable or storage, for a key that cannot be had; interrupted.
  func find() throws(Refusal) -> [UInt8]? {
    switch lock {
    case .none: return nil
    case .keyFile(let path): return try Self.key(in: path)
    case .passphrase: return try stretched { isNew throws(Refusal) in try Self.ask(twice: isNew) }
    case .descriptor(let number):
      return try stretched { _ throws(Refusal) in try Self.line(from: number) }
    }
  }

  // MARK: A key file

  private static func key(in path: String) throws(Refusal) -> [UInt8] {
    guard let found = System.look(at: path) else {
      throw Refusal(.keyUnusable, "there is no key file \(path)")
    }
    guard !found.isDirectory, found.owner == System.user else {
      throw Refusal(.keyUnusable, "\(path) is no file of yours")
    }
    guard found.mode & 0o077 == 0 else {
      throw Refusal(.keyUnusable, "others may read \(path); run chmod 600 on it")
    }
    let count = SyncLimits.storeKeyByteCount
    guard let file = System.openFile(path, writing: false),
      let bytes = file.lend({ System.read(from: $0, atMost: count + 1) }), bytes.count == count
    else { throw Refusal(.keyUnusable, "\(path) holds no store key, which is \(count) bytes") }
    return bytes
  }

  // MARK: A passphrase

  private func stretched(
    _ passphrase: (_ isNew: Bool) throws(Refusal) -> [UInt8]
  ) throws(Refusal) -> [UInt8] {
    let isNew = System.look(at: "\(home.state)/\(namespace).trueseal") == nil
    let effort = try StretchingFile.effort(of: home, mayMake: isNew)
    let passphrase = try passphrase(isNew)
    guard !passphrase.isEmpty else { throw .usage("the passphrase is empty") }
    guard let key = effort.storeKey(from: passphrase) else {
      throw Refusal(.keyUnusable, "there is not enough memory to use the passphrase")
    }
    return key
  }

  private static func ask(twice: Bool) throws(Refusal) -> [UInt8] {
    guard let terminal = System.openTerminal() else {
      throw .usage("there is no terminal to ask for the passphrase; use --passphrase-fd N")
    }
    let first = try answer(to: twice ? "New passphrase: " : "Passphrase: ", at: terminal)
    guard twice else { return first }
    guard try answer(to: "The same again: ", at: terminal) == first else {
      throw .usage("the two passphrases differ")
    }
    return first
  }

  /// Asks at the terminal, which shows nothing of the answer.
  private static func answer(to question: String, at terminal: Descriptor) throws(Refusal)
    -> [UInt8]
  {
    try terminal.lend { number throws(Refusal) in
      System.setEcho(of: number, to: false)
      defer {
        System.setEcho(of: number, to: true)
        _ = System.write([0x0A], to: number)
      }
      _ = System.write(Array(question.utf8), to: number)
      // A read that blocks would keep Ctrl-C from ending it.
      while !System.isReadable(number, within: TerminalLimits.promptPauseMilliseconds) {
        if Task.isCancelled { throw .interrupted }
      }
      return try line(from: number)
    }
  }

  /// The first line, without its end.
  private static func line(from number: Int32) throws(Refusal) -> [UInt8] {
    let limit = TerminalLimits.inputLineByteCountMax
    var bytes: [UInt8] = []
    while !bytes.contains(0x0A) {
      guard let more = System.read(from: number, atMost: limit) else {
        throw .usage("the passphrase cannot be read: \(System.failure)")
      }
      guard !more.isEmpty else { break }
      bytes += more
      guard bytes.count <= limit else { throw .usage("the passphrase is too long") }
    }
    return Array(bytes.prefix { $0 != 0x0A })
  }
}
