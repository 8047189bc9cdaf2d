/// One run from one seed: what came of it, without the world it happened in.
package struct Trial: Sendable {
  package let seed: UInt64
  package let size: Schedule.Size
  package let verdict: Verdict
  package let faults: [Fault: Int]
  package let messageCount: Int
  package let stepCount: Int

  /// The size a seed stands for when nobody asks for another: 2 to 6 devices, 2 to 8 changes.
  package static func size(of seed: UInt64) -> Schedule.Size {
    Schedule.Size(devices: 2 + Int(seed % 5), changes: 2 + Int(seed / 5 % 7))
  }

  package init(seed: UInt64, size: Schedule.Size) {
    var schedule = Schedule(seed: seed, size: size)
    let world = schedule.run()
    self.seed = seed
    self.size = size
    verdict = Verdict(on: world)
    faults = world.faults
    messageCount = world.messageCount
    stepCount = world.stepCount
  }
}
