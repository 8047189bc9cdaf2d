import Foundation
import Testing
import TrueSealStore
import TrueSealStoreFixtures
import TrueSealStoreTesting

/// Each call that changes a file is struck in turn, by each kind of fault.
@Suite struct `A disk that fails` {
  let ground: Ground

  init() throws { ground = try Ground() }

  /// One deed on one disk, up to the first error.
  struct Run {
    let path: String
    let disk: TestDisk
    let database: Database
    var done = 0
    var error: StoreError?
  }

  private func run(_ deed: Deed, _ fault: DiskFault) throws -> Run {
    let disk = TestDisk()
    let path = try ground.copy()
    var run = Run(path: path, disk: disk, database: try Ground.open(path, on: disk))
    disk.plan(fault)
    do throws(StoreError) {
      try deed.take(from: 0, on: run.database) { run.done = $0 }
    } catch {
      run.error = error
    }
    return run
  }

  /// Strikes every call of a deed in turn, and has what came of it looked at.
  private func sweep(
    _ deed: Deed, _ effect: DiskFault.Effect, isLasting: Bool = false,
    _ look: (inout Run) throws -> Void
  ) throws -> Tally {
    var tally = Tally()
    for number in 1... {
      var run = try run(deed, DiskFault(effect, at: number, isLasting: isLasting))
      defer { run.database.close() }
      guard !run.disk.strikes.isEmpty else {
        #expect(run.error == nil && run.done == deed.steps.count)
        break
      }
      tally.add(run.disk)
      try look(&run)
      run.database.close()
      try ground.remove(run.path)
    }
    #expect(tally.operations.isSuperset(of: [.write, .sync]), "nothing was struck")
    return tally
  }

  /// Asserts that a store holds what was there after one of these numbers of steps.
  private func expect(
    _ path: String, in states: [Ground.Rows], after steps: ClosedRange<Int>, _ comment: Comment
  ) throws {
    let database = try Ground.open(path)
    let rows = try Ground.rows(database)
    let last = min(steps.upperBound, states.count - 1)
    #expect(states[steps.lowerBound...last].contains(rows), comment)
    database.close()
  }

  static let failing: [DiskFault.Effect] = [
    .fails(.device), .fails(.room), .tears(.device), .tears(.room),
  ]

  private static func code(of effect: DiskFault.Effect) -> StoreError.Code {
    effect == .fails(.room) || effect == .tears(.room) ? .full : .io
  }

  @Test(arguments: Deed.small, failing)
  func `S-04 S-11 at any call, and the process then killed, leaves the old state or the new one`(
    deed: Deed, effect: DiskFault.Effect
  ) throws {
    let states = try ground.states(of: deed)
    _ = try sweep(deed, effect) { run in
      if let error = run.error { #expect(error.code == Self.code(of: effect), "\(error)") }
      run.disk.stop()
      run.database.close()
      try expect(run.path, in: states, after: run.done...run.done + 1, "\(run.disk.strikes)")
    }
  }

  @Test(arguments: Deed.small, failing)
  func `S-04 S-11 at any call has the object go on once it works again`(
    deed: Deed, effect: DiskFault.Effect
  ) throws {
    let states = try ground.states(of: deed)
    _ = try sweep(deed, effect) { run in
      run.disk.mend()
      #expect(try Ground.rows(run.database) == states[run.done], "\(run.disk.strikes)")
      try deed.take(from: run.done, on: run.database) { run.done = $0 }
      #expect(try Ground.rows(run.database) == states[deed.steps.count])
      run.database.close()
      let count = deed.steps.count
      try expect(run.path, in: states, after: count...count, "\(run.disk.strikes)")
    }
  }

  @Test(arguments: Deed.small, [DiskFault.Cause.device, .room])
  func `S-11 for as long as it fails, refuses every time and has the object go on afterwards`(
    deed: Deed, cause: DiskFault.Cause
  ) throws {
    let states = try ground.states(of: deed)
    let code = cause == .room ? StoreError.Code.full : .io
    _ = try sweep(deed, .fails(cause), isLasting: true) { run in
      for _ in 0..<3 where run.done < deed.steps.count {
        let refused = #expect(throws: StoreError.self) {
          try deed.take(from: run.done, on: run.database) { run.done = $0 }
        }
        #expect(refused?.code == code)
      }
      run.disk.mend()
      #expect(try Ground.rows(run.database) == states[run.done])
      try deed.take(from: run.done, on: run.database) { run.done = $0 }
      run.database.close()
      let count = deed.steps.count
      try expect(run.path, in: states, after: count...count, "\(run.disk.strikes)")
    }
  }

  @Test(arguments: Deed.small)
  func `S-11 to read says so, and has the object go on once it works again`(deed: Deed) throws {
    let states = try ground.states(of: deed)
    var strikes = 0
    for number in 1... {
      // A store that was just opened has its pages still to be read.
      let run = try run(deed, DiskFault(.fails(.device), at: number, of: [.read]))
      defer { run.database.close() }
      guard !run.disk.strikes.isEmpty else { break }
      strikes += 1
      if let error = run.error { #expect(error.code == .io) }
      run.disk.mend()
      #expect(try Ground.rows(run.database) == states[run.done])
      try deed.take(from: run.done, on: run.database) { _ in }
      #expect(try Ground.rows(run.database) == states[deed.steps.count])
    }
    #expect(strikes > 0)
  }

  @Test(arguments: Deed.small)
  func `S-04 when the process ends before any call leaves the old state or the new one`(
    deed: Deed
  ) throws {
    let states = try ground.states(of: deed)
    _ = try sweep(deed, .stops) { run in
      #expect(run.disk.isOff)
      #expect(run.error?.code == .io || run.done == deed.steps.count)
      run.database.close()
      try expect(run.path, in: states, after: run.done...run.done + 1, "\(run.disk.strikes)")
    }
  }

  @Test(arguments: Deed.small, [nil, 11, 12, 13, 14] as [UInt64?])
  func `S-03 S-04 when the power goes before any call keeps what was committed, and nothing half`(
    deed: Deed, seed: UInt64?
  ) throws {
    let states = try ground.states(of: deed)
    _ = try sweep(deed, .losesPower(seed.map { .some(seed: $0) } ?? .nothing)) { run in
      run.database.close()
      try expect(run.path, in: states, after: run.done...run.done + 1, "\(run.disk.strikes)")
    }
    // And after the last one.
    let run = try run(deed, DiskFault(.stops, at: .max))
    run.disk.losePower(keeping: seed.map { .some(seed: $0) } ?? .nothing)
    run.database.close()
    try expect(run.path, in: states, after: run.done...run.done, "at the end")
  }

  /// A write to the log, a cut or a removal that only seemed to happen.
  @Test(arguments: Deed.small)
  func `S-04 that only pretends leaves a whole state, if not the last`(deed: Deed) throws {
    let states = try ground.states(of: deed)
    let tally = try sweep(deed, .isLost) { run in
      // What is lost on its way to the main file, or copied there from a log that lacks it, is
      // lost for good: SQLite cannot know.
      let strike = run.disk.strikes[0]
      let isKnown = strike.file != "box.trueseal" && !deed.steps.contains(where: \.isTruncation)
      guard strike.operation != .write || isKnown else { return }
      run.disk.stop()
      run.database.close()
      try expect(run.path, in: states, after: 0...run.done + 1, "\(run.disk.strikes)")
    }
    #expect(tally.strikes.contains { $0.file == "box.trueseal-wal" })
  }

  /// A disk that lies about one sync loses what was committed by it, and the commits after it.
  @Test(arguments: [nil, 21, 22, 23] as [UInt64?])
  func `S-04 that lies about a sync and loses its power leaves a whole state`(
    seed: UInt64?
  ) throws {
    var lostCount = 0
    for deed in Deed.small where !deed.steps.contains(where: \.isTruncation) {
      let states = try ground.states(of: deed)
      for number in 1... {
        let run = try run(deed, DiskFault(.isLost, at: number, of: [.sync]))
        guard !run.disk.strikes.isEmpty else {
          run.database.close()
          #expect(number > 1)
          break
        }
        run.disk.losePower(keeping: seed.map { .some(seed: $0) } ?? .nothing)
        run.database.close()
        try expect(run.path, in: states, after: 0...run.done, "\(deed.testDescription)")
        let database = try Ground.open(run.path)
        if try Ground.rows(database) != states[run.done] { lostCount += 1 }
        database.close()
      }
    }
    if seed == nil { #expect(lostCount > 0, "the power took nothing") }
  }

  static let isLong = ProcessInfo.processInfo.environment["TRUESEAL_LONG"] != nil

  @Test(
    .enabled(if: isLong),
    arguments: [
      .stops, .fails(.room), .losesPower(.nothing), .losesPower(.some(seed: 31)),
    ] as [DiskFault.Effect])
  func `S-04 within a transaction larger than memory leaves the old state or the new one`(
    effect: DiskFault.Effect
  ) throws {
    let states = try ground.states(of: .overflowing)
    _ = try sweep(.overflowing, effect) { run in
      run.disk.stop()
      run.database.close()
      try expect(run.path, in: states, after: run.done...run.done + 1, "\(run.disk.strikes)")
    }
  }
}

extension Deed.Step {
  fileprivate var isTruncation: Bool { if case .truncate = self { true } else { false } }
}
