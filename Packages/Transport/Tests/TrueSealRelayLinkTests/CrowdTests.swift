import Foundation
import Testing
import TrueSealCrypto
import TrueSealRelayLink
import TrueSealTransport

#if canImport(Glibc)
  import Glibc

  /// Many connections in one process; each test has a process to itself, to count and to starve.
  @Suite(.timeLimit(.minutes(3))) struct `A crowd of connections` {
    @Test func `needs at most eight threads for 1,000 idle and 256 busy ones`() async {
      await #expect(processExitsWith: .success) {
        let pair = try RelayPair()
        let listener = pair.listener
        let key = pair.relayKey.secret().exposed()
        let serving = Task { try await Crowd.serve(listener, with: key) }
        let connector = try pair.connector()
        let idle = try await Crowd.open(1_000, with: connector)
        let busy = try await Crowd.open(256, with: connector)
        let exchanging = Task {
          try await withThrowingTaskGroup { group in
            for link in busy { group.addTask { try await Crowd.exchange(20, over: link) } }
            try await group.waitForAll()
          }
        }
        let tasks = "/proc/self/task"
        let during = try FileManager.default.contentsOfDirectory(atPath: tasks).count
        try await exchanging.value
        let after = try FileManager.default.contentsOfDirectory(atPath: tasks).count
        precondition(max(during, after) <= 8, "There are \(during), then \(after) threads.")

        // The idle ones still stand.
        for link in idle { try await Crowd.exchange(1, over: link) }
        for link in idle + busy { link.close() }
        listener.close()
        try await serving.value
      }
    }

    @Test func `waits out the end of descriptors and serves those it has`() async {
      await #expect(processExitsWith: .success) {
        let time = ManualTime()
        let pair = try RelayPair(loop: time.loop)
        let session = try await pair.receiveSession()
        let echoing = Task {
          while let frame = try await session.relay.receive() {
            try await session.relay.send(frame)
          }
        }
        for _ in 0..<3 { _ = try await RawEnd.device(to: pair.listener.port, on: time.loop) }

        var limit = rlimit()
        let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        precondition(unsafe getrlimit(files, &limit) == 0)
        let usual = limit.rlim_cur
        limit.rlim_cur = 3
        precondition(unsafe setrlimit(files, &limit) == 0)
        let accepted = Tally()
        let listener = pair.listener
        let accepting = Task {
          while let connection = try await listener.accept() {
            accepted.count()
            connection.close()
          }
        }
        try await Crowd.exchange(200, over: session.device)
        limit.rlim_cur = usual
        precondition(unsafe setrlimit(files, &limit) == 0)
        // Whoever tried again and again would get one now, though no time has passed.
        try await Crowd.exchange(200, over: session.device)
        precondition(accepted.value == 0, "A connection was accepted without a pause.")
        time.advance(by: RelayLinkLimits.Chosen.acceptPause)
        await until { accepted.value == 3 }
        session.device.close()
        listener.close()
        try await accepting.value
        try await echoing.value
      }
    }
  }
#endif
