import Synchronization
import TrueSealTerminal
import TrueSealUpdater
import Testing

@testable import TrueSealBundles

/// Lets the n-th change of the disk fail, and counts.
final class Trap: Sendable {
  private let state = Mutex((count: 0, failsAt: Int?.none, fired: 0, steps: [Disk.Step]()))

  var disk: Disk {
    Disk { [self] step throws(Refusal) in
      let fails = state.withLock { state in
        state.count += 1
        state.steps.append(step)
        if state.count == state.failsAt { state.fired += 1 }
        return state.count == state.failsAt
      }
      if fails { throw Refusal(.storage, "the disk is told to fail") }
    }
  }

  func arm(at number: Int?) { state.withLock { $0 = (0, number, 0, []) } }
  var count: Int { state.withLock { $0.count } }
  var fired: Int { state.withLock { $0.fired } }
  var steps: [Disk.Step] { state.withLock { $0.steps } }
}

@Suite struct `A disk that fails` {
  @Test
  func `at any step leaves the channel at something whole, and the next release works (UR-42)`()
    throws
  {
    let trap = Trap()
    // How many steps there are, measured once on a whole run.
    let whole = try Workshop(disk: trap.disk)
    try whole.release()
    try whole.write("www/index.html", "<p>two</p>")
    trap.arm(at: nil)
    try whole.release()
    let count = trap.count
    #expect(count > 20)
    for number in 1...count {
      trap.arm(at: nil)
      let workshop = try Workshop(disk: trap.disk)
      try workshop.release()
      try workshop.write("www/index.html", "<p>two</p>")
      trap.arm(at: number)
      #expect(refusalCode { try workshop.release() } == .storage, "step \(number)")
      #expect(trap.fired == 1, "step \(number)")
      let seq = try #require(try workshop.pointer()).seq
      let report = try workshop.report()
      #expect(report.isSound, "step \(number)")
      #expect(report.releases.contains { $0.seq == seq && $0.problem == nil }, "step \(number)")
      trap.arm(at: nil)
      let next = try workshop.release().release.seq
      #expect(next == 2 || next == 3, "step \(number)")
      #expect(try workshop.pointer()?.seq == next, "step \(number)")
      #expect(try workshop.report().isSound, "step \(number)")
    }
  }

  @Test
  func
    `sees files before signature, manifest and pointer, each flushed before it is named (UR-42)`()
    throws
  {
    let trap = Trap()
    let workshop = try Workshop(disk: trap.disk)
    trap.arm(at: nil)
    try workshop.release()
    let root = workshop.releases
    let names = trap.steps.compactMap { step -> String? in
      switch step {
      case .rename(let path), .link(let path), .synchronizeFolder(let path):
        String(path.dropFirst(root.count + 1))
      default: nil
      }
    }
    #expect(names.count == 9)
    #expect(names[0].hasPrefix("cas/") && names[1].hasPrefix("cas/"))
    #expect(
      names.dropFirst(2) == [
        "cas", "manifests/1.json.sig", "manifests", "manifests/1.json", "manifests",
        "channels/stable.json", "channels",
      ])
    for (index, step) in trap.steps.enumerated() {
      switch step {
      case .rename, .link: #expect(trap.steps[index - 1] == .synchronize)
      default: break
      }
    }
  }
}
