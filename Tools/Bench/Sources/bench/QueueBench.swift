import Foundation

/// Whether what is queued for many is kept once, in the file and in memory.
struct QueueBench {
  private static let messageCount = 10_000
  private static let memberCount = 32
  private static let kibibytes = [1, 8]

  /// What queueing left behind, in bytes.
  private struct Outcome {
    let bodies: Int
    let file: Int
    let resident: Int
  }

  func run(_ tell: (Line) -> Void) throws {
    let scratch = try Scratch()
    let founded = try scratch.folder("founded")
    try Group.found(memberCount: Self.memberCount, in: founded)
    let outcomes = try Self.kibibytes.map { try measure($0 * 1_024, scratch, founded) }
    let (small, large) = (outcomes[0], outcomes[1])
    let bodies = Double(large.bodies - small.bodies)
    for (name, growth, note) in [
      ("file", large.file - small.file, outcomes.map { "\(mebibytes($0.file))" }),
      (
        "resident", large.resident - small.resident,
        outcomes.map { "+\(mebibytes($0.resident))" }
      ),
    ] {
      tell(
        Line(
          "10,000 queued to 31: \(name)", figureName: "bytes a body byte",
          figure: Quartiles([Double(growth) / bodies]), goal: .atMost(1.5),
          note: zip(Self.kibibytes, zip(outcomes, note)).map { kibibytes, rest in
            "\(kibibytes) KiB bodies (\(mebibytes(rest.0.bodies))): \(rest.1)"
          }.joined(separator: ", ")))
    }
  }

  private func measure(
    _ bodyByteCount: Int, _ scratch: Scratch, _ founded: String
  ) throws -> Outcome {
    let folder = try scratch.copy(of: founded, as: "queue-\(bodyByteCount)")
    let growth = try Errand.queue(
      directory: folder, count: Self.messageCount, bodyByteCount: bodyByteCount
    ).answer(as: Errand.Growth.self)
    return Outcome(
      bodies: bodyByteCount * Self.messageCount, file: try Scratch.byteCount(of: folder),
      resident: Int(growth.residentAfter) - Int(growth.residentBefore))
  }

  private func mebibytes(_ byteCount: Int) -> String {
    String(format: "%.1f MiB", Double(byteCount) / 1_048_576)
  }
}
