import TrueSealTransport

/// Transport's compression against zlib.
struct DeflateBench {
  let rounds: Int
  private static let goal = Line.Goal.atLeast(0.95)

  func run(_ tell: (Line) -> Void) async throws {
    let duel = Duel(rounds: rounds, timepiece: .processor)
    let (deflater, inflater) = (Deflater(), Inflater())
    for kibibytes in [1, 60] {
      let body = Prose.body(byteCount: kibibytes * 1_024)
      guard let payload = deflater.deflate(body, byteCountMax: body.count) else {
        throw TransportError(.tooLong)
      }
      try Plain.startZlib(
        body: body, payload: payload, level: TransportLimits.Chosen.deflateLevel,
        memoryLevel: TransportLimits.Chosen.deflateMemoryLevel)
      var output = body

      let deflating = try await duel.run(plain: { try Plain.deflate($0) }) { times in
        for _ in 0..<times {
          var target = output.mutableSpan
          guard deflater.deflate(body.span, into: &target) == payload.count else {
            throw TransportError(.tooLong)
          }
        }
      }
      tell(deflating.line("deflate \(kibibytes) KiB", unit: .microseconds, goal: Self.goal))

      let inflating = try await duel.run(plain: { try Plain.inflate($0) }) { times in
        for _ in 0..<times {
          var target = output.mutableSpan
          try inflater.inflate(payload.span, into: &target)
        }
      }
      tell(inflating.line("inflate \(kibibytes) KiB", unit: .microseconds, goal: Self.goal))
    }
  }
}
