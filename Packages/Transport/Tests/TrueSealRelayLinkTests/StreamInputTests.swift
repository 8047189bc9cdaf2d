import Foundation
import Testing
import TrueSealCrypto
import TrueSealRelayLink
import TrueSealTransport

/// What a stranger may send as the first and all later bytes of a connection.
@Suite(.timeLimit(.minutes(3))) struct `A foreign stream` {
  /// Connections are made one after the other in each lane, and the lanes run side by side.
  static let laneCount = 4
  /// 10,000 streams in all take half a minute, so a usual run makes a fifth of them.
  static let laneLength =
    ProcessInfo.processInfo.environment["TRUESEAL_LONG"] == "1" ? 2_500 : 500

  @Test(arguments: [0x57E4_0001] as [UInt64])
  func `W-11 W-12 W-13 of any kind ends with a reason at the relay`(seed: UInt64) async throws {
    let stages = try await Self.stages(seed: seed) { pair, random in
      try await Self.stagesAtRelay(pair, &random)
    }
    for stage in [
      "handshake malformed", "handshake versionUnsupported", "handshake handshakeFailed",
      "handshake closed", "session", "frame", "no frame", "session malformed", "session closed",
      "session ended",
    ] {
      #expect(stages.count(stage) > 20, "\(stage)")
    }
  }

  @Test(arguments: [0x57E4_0002] as [UInt64])
  func `W-11 W-12 W-13 of any kind ends with a reason at the device`(seed: UInt64) async throws {
    let stages = try await Self.stages(seed: seed) { pair, random in
      try await Self.stagesAtDevice(pair, &random)
    }
    for stage in [
      "handshake malformed", "handshake versionUnsupported", "handshake handshakeFailed",
      "handshake closed", "session", "frame", "no frame", "session malformed", "session closed",
      "session ended",
    ] {
      #expect(stages.count(stage) > 20, "\(stage)")
    }
  }

  private static func stages(
    seed: UInt64,
    of round: @escaping @Sendable (borrowing RelayPair, inout Seeded) async throws -> [String]
  ) async throws -> Stages {
    try await withThrowingTaskGroup(of: [String].self) { group in
      for lane in 0..<laneCount {
        group.addTask {
          var random = Seeded(seed &+ UInt64(lane))
          let pair = try RelayPair(loop: ManualTime().loop)
          var stages: [String] = []
          for _ in 0..<laneLength { stages += try await round(pair, &random) }
          return stages
        }
      }
      var stages = Stages()
      for try await lane in group { for stage in lane { stages.reach(stage) } }
      return stages
    }
  }

  private static func stagesAtRelay(
    _ pair: borrowing RelayPair, _ random: inout Seeded
  ) async throws -> [String] {
    let pattern: NoisePattern = random.below(2) == 0 ? .xx : .nk
    let device = try await RawEnd.device(to: pair.listener.port, on: pair.loop)
    let connection = try await pair.accept()
    let key = pair.relayKey.secret().exposed()
    let answered = Task {
      await stages { () throws(LinkError) in
        pattern == .xx
          ? try await connection.handshakeReceive(with: relayEnd(key))
          : try await connection.handshakePush(with: relayEnd(key))
      }
    }
    let prefix = VersionPrefix().encoded()
    var handshake =
      pattern == .xx
      ? try NoiseHandshake(.xx, .initiator, prologue: prefix, staticKey: pair.deviceKey)
      : NoiseHandshake(anonymousTo: pair.relayKey.publicKey, prologue: prefix)
    let valid = prefix + RawEnd.behindLength(try handshake.write())
    let first = random.opening(in: valid)
    do throws(LinkError) {
      try await device.send(first)
      if first == valid {
        _ = try handshake.read(await device.receiveMessage())
        try await device.send(rest(after: handshake, &random))
      }
    } catch {
      // The relay may end a connection before it has read all of it.
    }
    device.stream.close()
    return await answered.value
  }

  private static func stagesAtDevice(
    _ pair: borrowing RelayPair, _ random: inout Seeded
  ) async throws -> [String] {
    let pattern: NoisePattern = random.below(2) == 0 ? .xx : .nk
    let connector = try pair.connector()
    let opened = Task {
      await stages { () throws(LinkError) in
        pattern == .xx
          ? try await connector.openReceive(as: .generate(from: .system))
          : try await connector.openPush()
      }
    }
    let connection = try await pair.accept()
    let relay = RawEnd.relay(connection, on: pair.loop)
    do throws(LinkError) {
      var handshake = try NoiseHandshake(
        pattern, .responder, prologue: await relay.receive(10), staticKey: pair.relayKey)
      _ = try handshake.read(await relay.receiveMessage())
      let valid = RawEnd.behindLength(try handshake.write())
      let second = random.answer(in: valid)
      try await relay.send(second)
      if second == valid {
        if !handshake.isComplete { _ = try handshake.read(await relay.receiveMessage()) }
        try await relay.send(rest(after: handshake, &random))
      }
    } catch {
      // The device may end a connection before it has read all of it.
    }
    connection.close()
    return await opened.value
  }

  /// Where a session opened by `open` gets to before the stream is over.
  private static func stages(
    _ open: () async throws(LinkError) -> NoiseLink
  ) async -> [String] {
    var stages: [String] = []
    do throws(LinkError) {
      let link = try await open()
      stages.append("session")
      while let message = try await link.receiveMessage() {
        stages.append((try? Frame(decoding: message)) == nil ? "no frame" : "frame")
      }
      stages.append("session ended")
    } catch {
      stages.append((stages.isEmpty ? "handshake " : "session ") + error.name)
    }
    return stages
  }

  /// The last handshake message, if one is due, and messages of the session, right or wrong.
  private static func rest(
    after handshake: consuming NoiseHandshake, _ random: inout Seeded
  ) throws(LinkError) -> [UInt8] {
    var last: [UInt8] = []
    if !handshake.isComplete {
      last = RawEnd.behindLength(try handshake.write())
      if random.below(4) == 0 { return random.edited(last, lengths: [0]) }
    }
    var session = try handshake.split()
    return last + (try random.messages(with: &session.sending))
  }
}

extension LinkError {
  /// The code as it is written.
  var name: String { String("\(self)".prefix { $0 != ":" }.dropFirst("LinkError.".count)) }
}
