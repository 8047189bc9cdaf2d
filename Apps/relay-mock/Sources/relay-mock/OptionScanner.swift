import CRelaySystem
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Splits a command line into options and words: the one place that calls getopt_long.
enum OptionScanner {
  /// What a command line holds, in order.
  struct Scan: Equatable {
    var options: [(name: String, value: String?)] = []
    var words: [String] = []

    static func == (left: Self, right: Self) -> Bool {
      left.words == right.words
        && left.options.elementsEqual(right.options) { $0.name == $1.name && $0.value == $1.value }
    }
  }

  /// One option a program knows.
  struct Option: Sendable {
    let name: String
    let takesValue: Bool
  }

  /// getopt keeps its place in globals, so only one scan runs at a time.
  private static let turn = Mutex(())

  /// Values that getopt_long returns for our options; above every character.
  private static let firstValue: Int32 = 1_000

  /// Reads the words after the program's name.
  ///
  /// - Throws: `UsageError` for an option that is unknown, ambiguous, or wrong about its value.
  static func scan(_ words: [String], knowing options: [Option]) throws(UsageError) -> Scan {
    let result: Result<Scan, UsageError> = turn.withLock { _ in
      let names = unsafe options.map { unsafe strdup($0.name) }
      var arguments = unsafe (["relay-mock"] + words).map { unsafe strdup($0) } + [nil]
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
    _ options: [Option]
  ) -> Result<Scan, UsageError> {
    var scan = Scan()
    relay_option_reset()
    while true {
      let value = unsafe getopt_long(Int32(count), &arguments, ":", &table, nil)
      if value == -1 { break }
      let place = Int(value - firstValue)
      guard options.indices.contains(place) else {
        return .failure(unsafe refusal(value, arguments, options))
      }
      let argument = unsafe relay_option_argument().map { unsafe String(cString: $0) }
      scan.options.append((options[place].name, options[place].takesValue ? argument : nil))
    }
    let first = min(Int(relay_option_index()), count)
    for place in first..<count {
      if let word = unsafe arguments[place] { scan.words.append(unsafe String(cString: word)) }
    }
    return .success(scan)
  }

  private static func refusal(
    _ value: Int32, _ arguments: [UnsafeMutablePointer<CChar>?], _ options: [Option]
  ) -> UsageError {
    let refused = relay_option_refused()
    if options.indices.contains(Int(refused - firstValue)) {
      let name = options[Int(refused - firstValue)].name
      let isMissing = value == Int32(UInt8(ascii: ":"))
      return UsageError(isMissing ? "--\(name) needs a value" : "--\(name) takes no value")
    }
    if refused != 0 {
      return UsageError(
        "unknown option -\(Character(UnicodeScalar(UInt8(truncatingIfNeeded: refused))))")
    }
    let last = Int(relay_option_index()) - 1
    guard unsafe arguments.indices.contains(last), let word = unsafe arguments[last] else {
      return UsageError("unknown option")
    }
    return UsageError("unknown or ambiguous option \(unsafe String(cString: word))")
  }

  /// Takes as many descriptors as the system allows, since each connection needs one.
  static func raiseDescriptorLimit() { relay_raise_descriptor_limit() }
}
