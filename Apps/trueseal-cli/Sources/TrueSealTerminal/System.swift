internal import CTerminal
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The operating system, as far as this program asks it for anything; the one file that speaks C.
package enum System {
  // MARK: The process

  /// The user this process acts for.
  static var user: UInt32 { geteuid() }
  static var process: Int32 { getpid() }

  /// Lets a write to a reader that has gone fail instead of ending the process.
  static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }

  /// The signals that ask a program to leave.
  static let leaveSignals = [SIGINT, SIGTERM, SIGHUP]

  /// Keeps a signal from ending the process by itself.
  static func hold(_ number: Int32) { signal(number, SIG_IGN) }

  /// Ends the process here and now.
  static func leave(with code: Int32) -> Never { exit(code) }

  /// The terminal of this process, wherever its input comes from; nil where there is none.
  static func openTerminal() -> Descriptor? {
    descriptor(unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY))
  }

  static func setEcho(of terminal: Int32, to isOn: Bool) {
    terminal_set_echo(terminal, isOn ? 1 : 0)
  }

  static func isReadable(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
    terminal_wait(descriptor, milliseconds) != 0
  }

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The last failure, in the system's words.
  static var failure: String { unsafe String(cString: strerror(errno)) }

  static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  // MARK: Bytes

  /// Writes all of it; false when the other end is gone or the disk full.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe terminal_write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Reads what there is, at most `limit` bytes; empty at the end, nil on a failure.
  static func read(from descriptor: Int32, atMost limit: Int) -> [UInt8]? {
    var count = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { room, initialized in
      repeat {
        count = unsafe terminal_read(descriptor, room.baseAddress, limit)
      } while count < 0 && errno == EINTR
      initialized = max(0, count)
    }
    return count < 0 ? nil : bytes
  }

  static func closeDescriptor(_ number: Int32) { _ = close(number) }

  // MARK: Files

  /// What stands at a path, links not followed.
  struct Finding: Equatable {
    let isDirectory: Bool
    let isSocket: Bool
    let owner: UInt32
    /// The nine permission bits.
    let mode: UInt32
  }

  static func look(at path: String) -> Finding? {
    var found = stat()
    guard unsafe lstat(path, &found) == 0 else { return nil }
    return Finding(
      isDirectory: terminal_is_directory(found.st_mode) != 0,
      isSocket: terminal_is_socket(found.st_mode) != 0, owner: found.st_uid,
      mode: UInt32(found.st_mode) & 0o777)
  }

  /// Makes a folder that only this user may enter; true also where one stands already.
  static func makeDirectory(_ path: String) -> Bool {
    unsafe mkdir(path, 0o700) == 0 || errno == EEXIST
  }

  static func restrict(_ path: String) -> Bool { unsafe chmod(path, 0o700) == 0 }

  static func remove(_ path: String) { _ = unsafe unlink(path) }

  /// The path without links and dots; nil where nothing stands.
  static func resolved(_ path: String) -> String? {
    guard let found = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(found) }
    return unsafe String(cString: found)
  }

  /// Opens a file for reading, or one that only this user may read for writing; nil on a failure.
  static func openFile(_ path: String, writing: Bool) -> Descriptor? {
    let flags = writing ? O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW : O_RDONLY
    let number = unsafe open(path, flags | O_CLOEXEC, 0o600)
    return number < 0 ? nil : Descriptor(number)
  }

  /// Puts a written file in the place of another, so that a crash leaves one of the two.
  static func replace(_ path: String, by written: Descriptor, at place: String) -> Bool {
    guard written.lend({ fsync($0) }) == 0 else { return false }
    return unsafe rename(place, path) == 0
  }

  // MARK: Sockets

  static var socketPathMax: Int { terminal_socket_path_max() }

  static func call(_ path: String) -> Descriptor? { unsafe descriptor(terminal_call(path)) }
  static func listen(at path: String) -> Descriptor? { unsafe descriptor(terminal_listen(path)) }
  static func answer(_ listener: Int32) -> Descriptor? { descriptor(terminal_answer(listener)) }

  /// Whether the program at the other end acts for this user.
  static func isOurs(_ socket: Descriptor) -> Bool {
    socket.lend { terminal_peer_user($0) } == Int(user)
  }

  /// Ends both directions; whoever waits on the socket hears of it.
  static func hangUp(_ socket: Descriptor) {
    socket.lend { _ = shutdown($0, Int32(SHUT_RDWR)) }
  }

  private static func descriptor(_ number: Int32) -> Descriptor? {
    number < 0 ? nil : Descriptor(number)
  }

  // MARK: Children

  /// Runs a shell command to its end and gives its exit code, 127 when it cannot be run; blocks.
  static func run(_ command: String, input: [UInt8], variables: [String: String]) -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return 127 }
    let (reading, writing) = (Descriptor(ends[0]), Descriptor(ends[1]))
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var child = pid_t()
    let reason = unsafe withEnvironment(adding: variables) { environment in
      reading.lend { unsafe terminal_start(command, environment, $0, &child) }
    }
    guard reason == 0 else { return 127 }
    let isFed = feed(input, to: consume writing, forgetting: consume reading)
    let code = terminal_end(child)
    return isFed ? code : 127
  }

  /// Gives the command its input, and says whether it could have had all; one that reads less is free to.
  private static func feed(
    _ input: [UInt8], to writing: consuming Descriptor, forgetting reading: consuming Descriptor
  ) -> Bool {
    // As long as this process could read it too, the command's end would not be noticed.
    _ = consume reading
    return writing.lend { write(input, to: $0) || errno == EPIPE }
  }

  private static func withEnvironment(
    adding variables: [String: String],
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32
  ) -> Int32 {
    var entries: [UnsafeMutablePointer<CChar>?] = unsafe []
    var place = unsafe environ
    while let entry = unsafe place.pointee {
      let text = unsafe String(cString: entry)
      let name = text.prefix { $0 != "=" }
      if variables[String(name)] == nil { unsafe entries.append(strdup(entry)) }
      unsafe place += 1
    }
    for (name, value) in variables { unsafe entries.append(strdup("\(name)=\(value)")) }
    defer { for place in unsafe entries.indices { unsafe free(entries[place]) } }
    unsafe entries.append(nil)
    return unsafe body(entries)
  }

  // MARK: Options

  /// One option of a command line.
  package struct KnownOption: Sendable {
    let name: String
    let takesValue: Bool

    package init(name: String, takesValue: Bool) {
      self.name = name
      self.takesValue = takesValue
    }
  }

  /// A piece of a command line: an option with its value, or a word.
  package enum Piece: Equatable, Sendable {
    case option(String, String?)
    case word(String)
  }

  /// getopt keeps its place in globals, so only one scan runs at a time.
  private static let turn = Mutex(())
  /// What getopt_long returns for our options; above every character.
  private static let firstValue: Int32 = 1_000

  /// Splits a command line with getopt_long, in the order written.
  ///
  /// - Throws: `Refusal`, usage, for an option that is unknown, ambiguous, or wrong about its value.
  package static func pieces(
    of words: [String], knowing options: [KnownOption]
  ) throws(Refusal) -> [Piece] {
    let result: Result<[Piece], Refusal> = turn.withLock { _ in
      let names = unsafe options.map { unsafe strdup($0.name) }
      var arguments = unsafe (["trueseal"] + words).map { unsafe strdup($0) } + [nil]
      defer {
        for place in unsafe names.indices { unsafe free(names[place]) }
        for place in unsafe arguments.indices { unsafe free(arguments[place]) }
      }
      var table = unsafe zip(names.indices, options).map { place, known in
        unsafe option(
          name: names[place], has_arg: known.takesValue ? required_argument : no_argument,
          flag: nil, val: firstValue + Int32(place))
      }
      unsafe table.append(option())
      return unsafe scan(&arguments, words.count + 1, &table, options)
    }
    return try result.get()
  }

  private static func scan(
    _ arguments: inout [UnsafeMutablePointer<CChar>?], _ count: Int, _ table: inout [option],
    _ options: [KnownOption]
  ) -> Result<[Piece], Refusal> {
    var pieces: [Piece] = []
    terminal_option_reset()
    while true {
      // The leading minus: words come in their place, as an option of value 1.
      let value = unsafe getopt_long(Int32(count), &arguments, "-:", &table, nil)
      if value == -1 { break }
      let argument = unsafe terminal_option_argument().map { unsafe String(cString: $0) }
      let place = Int(value - firstValue)
      if value == 1 {
        pieces.append(.word(argument ?? ""))
      } else if options.indices.contains(place) {
        pieces.append(.option(options[place].name, options[place].takesValue ? argument : nil))
      } else {
        return .failure(unsafe refusal(value, arguments, options))
      }
    }
    for place in min(Int(terminal_option_index()), count)..<count {
      if let word = unsafe arguments[place] {
        pieces.append(.word(unsafe String(cString: word)))
      }
    }
    return .success(pieces)
  }

  private static func refusal(
    _ value: Int32, _ arguments: [UnsafeMutablePointer<CChar>?], _ options: [KnownOption]
  ) -> Refusal {
    let refused = terminal_option_refused()
    if options.indices.contains(Int(refused - firstValue)) {
      let name = options[Int(refused - firstValue)].name
      let isMissing = value == Int32(UInt8(ascii: ":"))
      return .usage(isMissing ? "--\(name) needs a value" : "--\(name) takes no value")
    }
    if refused != 0 {
      let letter = Character(UnicodeScalar(UInt8(truncatingIfNeeded: refused)))
      return .usage("unknown option -\(letter); a text that begins with - goes after --")
    }
    let last = Int(terminal_option_index()) - 1
    guard unsafe arguments.indices.contains(last), let word = unsafe arguments[last] else {
      return .usage("unknown option")
    }
    return .usage("unknown or ambiguous option \(unsafe String(cString: word))")
  }
}
