import Foundation
import TrueSealCrypto
import TrueSealRatchet
import TrueSealSync
import TrueSealTransport
import TrueSealUpdaterFiles

/// What a process of its own does, so that its memory or its cores tell of nothing else.
enum Errand {
  /// Queues messages with nobody to take them, and says what that took.
  case queue(directory: String, count: Int, bodyByteCount: Int)
  /// Seals and pushes what is queued, and says how long that took.
  case push(directory: String, count: Int, onOneCore: Bool)
  /// Downloads the release a channel points at, and says what memory that took.
  case install(directory: String, port: Int)
  /// Reads stored ratchets with all the skipped keys they may have, and says what memory they take.
  case ratchets(count: Int)
  /// Reads messages in a conversation that has full archived sessions, and says what memory it took.
  case converse(directory: String, count: Int)

  /// Opens a client's store and closes it again, and says what memory it took.
  case open(directory: String)

  /// What a queue errand answers, in bytes.
  struct Growth: Codable {
    let residentBefore: UInt64
    let residentAfter: UInt64
  }

  /// What a push errand answers.
  struct Duration: Codable {
    let seconds: Double
  }

  /// What an install errand answers, in bytes.
  struct Peak: Codable {
    let resident: UInt64
  }

  static let word = "--errand"

  /// Runs the errand in a process of its own and reads its answer.
  func answer<Answer: Decodable>(as type: Answer.Type) throws -> Answer {
    let process = Process()
    let output = Pipe()
    process.executableURL = Bundle.main.executableURL
    process.arguments = [Self.word] + arguments
    process.standardOutput = output
    try process.run()
    let answer = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return try JSONDecoder().decode(type, from: answer)
  }

  func run() async throws {
    switch self {
    case .queue(let directory, let count, let bodyByteCount):
      try await Self.queue(directory, count, bodyByteCount)
    case .push(let directory, let count, let onOneCore):
      if onOneCore, !Plain.stayOnOneCore() { throw Plain.Refusal(work: "stay on one core") }
      try await Self.push(directory, count)
    case .install(let directory, let port):
      try await Self.install(directory, port)
    case .ratchets(let count):
      try Self.ratchets(count)
    case .converse(let directory, let count):
      try Self.converse(directory, count)
    case .open(let directory):
      try await Self.open(directory)
    }
  }

  private static func queue(_ directory: String, _ count: Int, _ bodyByteCount: Int) async throws {
    let client = try await TrueSeal.open(parts: Group.parts(in: directory))
    let body = Prose.body(byteCount: bodyByteCount)
    try await client.send(body)
    let before = Plain.residentByteCount
    for _ in 1..<count { try await client.send(body) }
    let growth = Growth(residentBefore: before, residentAfter: Plain.residentByteCount)
    await client.close()
    print(String(decoding: try JSONEncoder().encode(growth), as: UTF8.self))
  }

  private static func push(_ directory: String, _ count: Int) async throws {
    let sink = Sink(expecting: count)
    let clock = ContinuousClock()
    let began = clock.now
    let client = try await TrueSeal.open(parts: Group.parts(in: directory, pushes: sink))
    await sink.full()
    let spent = clock.now - began
    await client.close()
    let answer = Duration(seconds: spent / .seconds(1))
    print(String(decoding: try JSONEncoder().encode(answer), as: UTF8.self))
  }
}

extension Errand {
  private static func install(_ directory: String, _ port: Int) async throws {
    let phone = try Phone(directory, port: port)
    try await phone.install()
    await phone.updater.close()
    let peak = Peak(resident: Plain.peakResidentByteCount)
    print(String(decoding: try JSONEncoder().encode(peak), as: UTF8.self))
  }
}

extension Errand {
  private static func ratchets(_ count: Int) throws {
    let stored = try RatchetPair.missing(2_000).ratchet.encoded().exposed()
    var ratchets = [try Ratchet(decoding: stored)]
    ratchets.reserveCapacity(count + 1)
    let before = Plain.residentByteCount
    for _ in 0..<count { ratchets.append(try Ratchet(decoding: stored)) }
    let growth = Growth(residentBefore: before, residentAfter: Plain.residentByteCount)
    guard ratchets.allSatisfy({ $0.skippedCount == 2_000 }) else {
      throw Plain.Refusal(work: "read stored ratchets")
    }
    print(String(decoding: try JSONEncoder().encode(growth), as: UTF8.self))
  }
}

extension Errand {
  private static func converse(_ directory: String, _ count: Int) throws {
    let before = Plain.residentByteCount
    let talk = try Talk(directory: directory)
    for _ in 0..<count { try talk.exchange() }
    let growth = Growth(residentBefore: before, residentAfter: Plain.peakResidentByteCount)
    print(String(decoding: try JSONEncoder().encode(growth), as: UTF8.self))
  }
}

extension Errand {
  private static func open(_ directory: String) async throws {
    let before = Plain.residentByteCount
    let client = try await TrueSeal.open(parts: Group.parts(in: directory))
    _ = try await client.outbox(limit: 1)
    let growth = Growth(residentBefore: before, residentAfter: Plain.peakResidentByteCount)
    await client.close()
    print(String(decoding: try JSONEncoder().encode(growth), as: UTF8.self))
  }
}

// MARK: As arguments

extension Errand {
  private var arguments: [String] {
    switch self {
    case .queue(let directory, let count, let bodyByteCount):
      ["queue", directory, "\(count)", "\(bodyByteCount)"]
    case .push(let directory, let count, let onOneCore):
      ["push", directory, "\(count)", "\(onOneCore)"]
    case .install(let directory, let port):
      ["install", directory, "\(port)", "updater"]
    case .ratchets(let count):
      ["ratchets", "stored", "\(count)", "full"]
    case .converse(let directory, let count):
      ["converse", directory, "\(count)", "conversations"]
    case .open(let directory):
      ["open", directory, "1", "store"]
    }
  }

  init(_ arguments: [String]) throws {
    guard arguments.count == 4, let count = Int(arguments[2]) else {
      throw Options.Mistake(description: "no such errand")
    }
    if arguments[0] == "queue", let bodyByteCount = Int(arguments[3]) {
      self = .queue(directory: arguments[1], count: count, bodyByteCount: bodyByteCount)
    } else if arguments[0] == "push", let onOneCore = Bool(arguments[3]) {
      self = .push(directory: arguments[1], count: count, onOneCore: onOneCore)
    } else if arguments[0] == "install" {
      self = .install(directory: arguments[1], port: count)
    } else if arguments[0] == "ratchets" {
      self = .ratchets(count: count)
    } else if arguments[0] == "converse" {
      self = .converse(directory: arguments[1], count: count)
    } else if arguments[0] == "open" {
      self = .open(directory: arguments[1])
    } else {
      throw Options.Mistake(description: "no such errand")
    }
  }
}
