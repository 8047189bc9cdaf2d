import RelayMock

/// A command line, understood.
struct Invocation: Equatable {
  /// What the program shall do.
  enum Command: String, CaseIterable {
    case run, pubkey, address, help, version
  }

  var command = Command.run
  var settings = RelaySettings(directory: "relay-mock-data")
  var faults: [Fault] = []
  var isJSON = false

  /// Every option, its value's name and what it does; the help text is made from this.
  static let options: [(name: String, value: String?, meaning: String)] = [
    ("data", "DIR", "where the store and the key live (relay-mock-data)"),
    ("host", "HOST", "the address to listen on (127.0.0.1)"),
    ("receive-port", "PORT", "0 picks a free one, here and below (\(RelayLimits.receivePort))"),
    ("push-port", "PORT", "(\(RelayLimits.pushPort))"),
    ("health-port", "PORT|none", "always on loopback (\(RelayLimits.healthPort))"),
    ("advertise", "HOST", "the host the Relay Address names (the one listened on)"),
    (
      "envelope-max", "BYTES",
      "longest envelope taken, from \(RelayLimits.envelopeByteCountFloor) "
        + "(\(RelayLimits.envelopeByteCountMax))"
    ),
    (
      "connections-max", "COUNT",
      "open connections on each listener (\(RelayLimits.connectionCountMax))"
    ),
    ("handshake-deadline", "SECONDS", "may only be shortened (10)"),
    ("push-idle", "SECONDS", "Push Session without a frame, may only be shortened (30)"),
    ("receive-idle", "SECONDS", "Receive Session without a frame, may only be shortened (75)"),
    ("write-deadline", "SECONDS", "may only be shortened (10)"),
    ("fault", "FAULT", "misbehave once or more, see below; may be given again"),
    ("dev", nil, "notes name parts of keys, sizes and blob ids"),
    ("json", nil, "results as one JSON object a line"),
    ("version", nil, "print the version and end"),
    ("help", nil, "print this and end"),
  ]

  /// Reads the words after the program's name.
  ///
  /// - Throws: `UsageError`, one sentence that names what is wrong.
  init(_ words: [String]) throws(UsageError) {
    let known = Self.options.map {
      OptionScanner.Option(name: $0.name, takesValue: $0.value != nil)
    }
    let scan = try OptionScanner.scan(words, knowing: known)
    for (name, value) in scan.options { try set(name, value ?? "") }
    if let word = scan.words.first, command == .run {
      guard let command = Command(rawValue: word), scan.words.count == 1 else {
        throw UsageError("unknown command “\(scan.words.joined(separator: " "))”")
      }
      self.command = command
    }
  }

  private mutating func set(_ name: String, _ value: String) throws(UsageError) {
    switch name {
    case "data": settings.directory = try Self.text(value, name)
    case "host": settings.host = try Self.text(value, name)
    case "advertise": settings.advertisedHost = try Self.text(value, name)
    case "receive-port": settings.receivePort = try Self.port(value, name)
    case "push-port": settings.pushPort = try Self.port(value, name)
    case "health-port":
      settings.healthPort = value == "none" ? nil : try Self.port(value, name)
    case "envelope-max": settings.envelopeByteCountMax = try Self.count(value, name)
    case "connections-max": settings.connectionCountMax = try Self.count(value, name)
    case "handshake-deadline": settings.deadlines.handshake = try Self.seconds(value, name)
    case "push-idle": settings.deadlines.pushIdle = try Self.seconds(value, name)
    case "receive-idle": settings.deadlines.receiveIdle = try Self.seconds(value, name)
    case "write-deadline": settings.deadlines.write = try Self.seconds(value, name)
    case "fault": faults.append(try Self.fault(value))
    case "dev": settings.isDevelopment = true
    case "json": isJSON = true
    case "version": command = .version
    case "help": command = .help
    default: throw UsageError("unknown option --\(name)")
    }
  }

  private static func text(_ value: String, _ name: String) throws(UsageError) -> String {
    guard !value.isEmpty else { throw UsageError("--\(name) is empty") }
    return value
  }

  private static func count(_ value: String, _ name: String) throws(UsageError) -> Int {
    guard value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(value) else {
      throw UsageError("--\(name) takes a whole number, not “\(value)”")
    }
    return count
  }

  private static func port(_ value: String, _ name: String) throws(UsageError) -> UInt16 {
    guard let port = UInt16(exactly: try count(value, name)) else {
      throw UsageError("--\(name) takes a port from 0 to 65535, not “\(value)”")
    }
    return port
  }

  /// Whole seconds, or up to three decimals.
  private static func seconds(_ value: String, _ name: String) throws(UsageError) -> Duration {
    let parts = value.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let fraction = parts.count == 2 ? String(parts[1]) : "000"
    guard (1...3).contains(fraction.count), parts[0].count <= 9, !parts[0].isEmpty else {
      throw UsageError("--\(name) takes seconds such as 5 or 0.25, not “\(value)”")
    }
    let whole = try count(String(parts[0]), name)
    let padded = fraction + String(repeating: "0", count: 3 - fraction.count)
    return .milliseconds(whole * 1_000 + (try count(padded, name)))
  }

  private static func fault(_ value: String) throws(UsageError) -> Fault {
    do throws(RelayError) {
      return try Fault(parsing: value)
    } catch {
      throw UsageError("--fault \(value): \(error.detail)")
    }
  }
}
