#if canImport(Glibc)
  import Testing
  import TrueSealCrypto
  import TrueSealTransport
  @testable import TrueSealRelayLink

  @Suite(.timeLimit(.minutes(3))) struct `A deadline for writing` {
    @Test func `D-16 is not moved by parts of a frame`() async throws {
      let time = ManualTime()
      let road = try NarrowRoad(on: time.loop)
      let sender = Sender(outlet: Self.outlet(on: road.channel))
      let sending = Task { await sender.send([[UInt8](repeating: 1, count: 60_000)]) }
      while await !sender.hasBegun { await Task.yield() }

      // The peer takes a little every three seconds, and the frame would need far more than ten.
      for second in 1...9 {
        time.advance(by: .seconds(1))
        let left = sender.outlet.unwrittenByteCount
        if second.isMultiple(of: 3) {
          road.drink()
          await until { sender.outlet.unwrittenByteCount < left }
        }
        await Self.pass(of: time.loop)
        #expect(road.channel.writable.failure == nil, "after \(second) s")
      }
      time.advance(by: .seconds(1))
      await Self.pass(of: time.loop)
      #expect(road.channel.writable.failure?.code == .timedOut)
      road.channel.close(LinkError(.closed, "The test is over."))
      #expect(await sending.value.code == .timedOut)
    }

    @Test func `D-16 is each frame's own, so a peer that reads slowly and on is kept`()
      async throws
    {
      let time = ManualTime()
      let road = try NarrowRoad(on: time.loop)
      let sender = Sender(outlet: Self.outlet(on: road.channel))
      // All are encrypted for one write, and each time the peer reads, at least one gets away.
      let frames = [[UInt8]](repeating: [UInt8](repeating: 1, count: 1_000), count: 40)
      let sending = Task { await sender.send(frames) }
      while await !sender.hasBegun { await Task.yield() }
      while sender.outlet.unwrittenByteCount > 0, road.channel.writable.failure == nil {
        time.advance(by: .seconds(6))
        await Self.pass(of: time.loop)
        let left = sender.outlet.unwrittenByteCount
        road.drink()
        await until {
          sender.outlet.unwrittenByteCount < left || road.channel.writable.failure != nil
        }
      }
      #expect(await sending.value.code == nil)
      #expect(time.loop.now > .seconds(1_000 + 2 * 10), "the write took longer than one deadline")
    }

    private static func outlet(on channel: Channel) -> Outlet {
      Outlet(
        channel, NoiseCipher(key: SecretBytes([UInt8](repeating: 5, count: 32))),
        writeTime: .seconds(10))
    }

    /// Returns when the event thread has done all that was due.
    private static func pass(of loop: EventLoop) async {
      for _ in 0..<3 {
        await withCheckedContinuation { continuation in loop.run { continuation.resume() } }
      }
    }

    /// Sends on an executor of its own, so that whoever asks it finds the write begun and held up.
    private actor Sender {
      nonisolated let outlet: Outlet
      private(set) var hasBegun = false

      init(outlet: Outlet) {
        self.outlet = outlet
      }

      func send(_ frames: [[UInt8]]) async -> Result<Void, LinkError> {
        hasBegun = true
        do throws(LinkError) {
          return .success(try await outlet.send(frames))
        } catch {
          return .failure(error)
        }
      }
    }
  }
#endif
