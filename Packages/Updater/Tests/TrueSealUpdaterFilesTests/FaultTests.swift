import Synchronization
import Testing
import TrueSealUpdater
import UpdaterFixtures

@testable import TrueSealUpdaterFiles

/// Each operation on files of each part of a phone's life goes wrong once, in each of five ways.
@Suite struct `A fault at any operation on files` {
  typealias Life = FaultWorld.Life
  typealias Fault = FaultyFiles.Fault

  /// What one faulty process showed.
  struct Showing {
    var wasTrial = false
  }

  /// Runs `act` once for each operation in it and each fault, and looks at what is left each time.
  ///
  /// - Returns: How many faults were injected.
  private func inject(
    into template: FaultWorld, builtIn: UInt64 = 42, pointer: UInt64 = 43,
    before: @Sendable (Life) async throws -> Void = { _ in },
    _ act: @Sendable (Life, FaultWorld) async throws -> Showing,
    _ look: (FaultWorld, Showing, Fault, Comment) async throws -> Void
  ) async throws -> Int {
    let whole = try FaultWorld(copying: template)
    let clean = try whole.life(builtIn: builtIn, pointer: pointer)
    try await before(clean)
    clean.files.arm(.fails, at: nil)
    _ = try await act(clean, whole)
    let count = clean.files.count
    await clean.end()
    #expect(count > 5)
    var injected = 0
    for fault in Fault.allCases {
      for number in 1...max(count, 1) {
        let what: Comment = "\(fault) at operation \(number) of \(count)"
        let world = try FaultWorld(copying: template)
        let life = try world.life(builtIn: builtIn, pointer: pointer)
        try await before(life)
        life.files.arm(fault, at: number)
        let showing = try await act(life, world)
        #expect(life.files.hasFired, what)
        injected += life.files.hasFired ? 1 : 0
        await life.end()
        try await look(world, showing, fault, what)
      }
    }
    #expect(injected == count * Fault.allCases.count)
    return injected
  }

  /// A start that may meet a fault: whatever happens, a living process has something to show.
  private static func start(_ life: Life, _ world: FaultWorld) async throws -> Showing {
    let page = try? await life.updater.uiStart()
    life.files.disarm()
    guard !life.files.isDead else { return Showing() }
    let shown = try #require(page)
    world.expectIntact(shown, "shown by the process that met the fault")
    return Showing(wasTrial: shown.isTrial)
  }

  private func pendingWorld() async throws -> FaultWorld {
    let world = try FaultWorld()
    try await world.live { life, _ in #expect(await life.updater.check() == .pending(43)) }
    return world
  }

  @Test func `U-25 UR-43 UR-44 UR-51 UR-12 of the very first start`() async throws {
    let injected = try await inject(into: try FaultWorld(), Self.start) { world, _, _, what in
      let end = try await world.settle(what)
      #expect(end.shown == 0, what)
      #expect(end.last == 42, what)
      #expect(world.state()?.current == 42, what)
    }
    #expect(injected >= 100)
  }

  @Test func `UR-42 UR-43 UR-44 U-21 of a download that becomes pending`() async throws {
    let template = try FaultWorld()
    try await template.live()
    let injected = try await inject(
      into: template, before: { life in _ = try await life.updater.uiStart() }
    ) { life, _ in
      _ = await life.updater.check()
      return Showing()
    } _: { world, _, _, what in
      let before = try #require(world.state(), what)
      #expect(before.pending == nil || before.pending == 43, what)
      #expect(before.bad == [], what)
      try await world.live { life, page in
        // A fault may have come after the release was pending; then this start shows it.
        if page.isTrial { return }
        let outcome = await life.updater.check()
        #expect(outcome == .pending(43), what)
      }
      let end = try await world.settle(what)
      #expect(end.shown == (before.pending == nil ? 2 : 1), what)
      #expect(end.last == 42, what)
      #expect(world.state()?.bad == [43], what)
      #expect(world.folder.names(in: "valence/tmp") == [], what)
    }
    #expect(injected >= 200)
  }

  @Test func `UR-26 UR-43 UR-36 U-32 of a start that puts a release on trial`() async throws {
    let injected = try await inject(into: try await pendingWorld(), Self.start) {
      world, showing, fault, what in
      let end = try await world.settle(what)
      let shown = end.shown + (showing.wasTrial ? 1 : 0)
      // A process that ends between the write and the page costs one of the two chances, no more.
      #expect(fault.isDeadly ? (1...2).contains(shown) : shown == 2, what)
      #expect(end.last == 42, what)
      #expect(world.state()?.bad == [43], what)
    }
    #expect(injected >= 100)
  }

  @Test func `U-30 U-37 UR-43 UR-36 of a start that counts the first failure`() async throws {
    let template = try await pendingWorld()
    try await template.live { _, page in #expect(page.isTrial) }
    let injected = try await inject(into: template, Self.start) { world, showing, fault, what in
      let end = try await world.settle(what)
      let shown = end.shown + (showing.wasTrial ? 1 : 0)
      #expect(fault.isDeadly ? (0...1).contains(shown) : shown == 1, what)
      #expect(end.last == 42, what)
      #expect(world.state()?.bad == [43], what)
    }
    #expect(injected >= 100)
  }

  @Test func `U-36 UR-43 UR-36 of a start that marks a release bad`() async throws {
    let template = try await pendingWorld()
    for _ in 1...2 { try await template.live { _, page in #expect(page.isTrial) } }
    let injected = try await inject(into: template, Self.start) { world, showing, _, what in
      #expect(!showing.wasTrial, what)
      let end = try await world.settle(what)
      #expect(end.shown == 0, what)
      #expect(end.last == 42, what)
      #expect(world.state()?.bad == [43], what)
    }
    #expect(injected >= 100)
  }

  @Test func `U-41 U-43 UR-44 UR-46 of a commit and its cleaning`() async throws {
    let template = try await pendingWorld()
    try template.folder.write("valence/cas/strange", "left behind")
    try template.folder.write("valence/manifests/7.json", "{}")
    let token = Mutex<LoadToken?>(nil)
    let injected = try await inject(
      into: template,
      before: { life in
        let page = try await life.updater.uiStart()
        #expect(page.isTrial)
        token.withLock { $0 = page.token }
      }
    ) { life, world in
      let load = try #require(token.withLock { $0 })
      var outcome = await life.updater.ready(load)
      guard !life.files.isDead else { return Showing() }
      if outcome == .unwritten {
        #expect(await life.updater.state?.current == 42)
        await eventually("the pause before the next try") { !world.clock.due.isEmpty }
        world.clock.advance(by: .seconds(1))
        await eventually("the commit") { await life.updater.state?.current == 43 }
        outcome = .committed
      }
      #expect(outcome == .committed)
      #expect(world.state()?.current == 43)
      return Showing(wasTrial: true)
    } _: { world, showing, fault, what in
      let end = try await world.settle(what)
      if !fault.isDeadly || world.state()?.current == 43 {
        #expect(end.shown == 0, what)
        #expect(end.last == 43, what)
        #expect(world.state()?.previous == 42, what)
      } else {
        // The commit was not written, so this was an unconfirmed showing like any other.
        #expect(end.shown == 1, what)
        #expect(end.last == 42, what)
      }
    }
    #expect(injected >= 80)
  }

  @Test func `U-42 UR-35 UR-44 of a timeout`() async throws {
    let template = try await pendingWorld()
    let injected = try await inject(
      into: template,
      before: { life in
        let page = try await life.updater.uiStart()
        await life.updater.pageStarted(page.token)
      }
    ) { life, world in
      for _ in 1...15 {
        await eventually("the timer waits") { !world.clock.due.isEmpty }
        world.clock.advance(by: .seconds(1))
        await eventually("the second is counted") {
          await life.updater.timer.state == .idle || !world.clock.due.isEmpty
        }
      }
      await eventually("the time is up") { await life.updater.timer.state == .idle }
      guard !life.files.isDead else { return Showing() }
      if !world.clock.due.isEmpty { world.clock.advance(by: .seconds(1)) }
      await eventually("the failure") { await life.updater.state?.trialFails == 1 }
      return Showing()
    } _: { world, _, _, what in
      let end = try await world.settle(what)
      #expect(end.shown == 1, what)
      #expect(end.last == 42, what)
      #expect(world.state()?.bad == [43], what)
    }
    #expect(injected >= 50)
  }

  @Test func `U-29 UR-27 UR-43 of a store update`() async throws {
    let template = try await pendingWorld()
    try await template.live(pointer: 44) { life, page in
      #expect(page.isTrial)
      #expect(await life.updater.check() == .pending(44))
    }
    let injected = try await inject(into: template, builtIn: 50, Self.start) {
      world, _, _, what in
      let end = try await world.settle(builtIn: 50, what)
      #expect(end.last == 50, what)
      #expect(end.shown == 0, what)
      let state = try #require(world.state(), what)
      #expect(state.current == 50, what)
      #expect(state.trial == nil, what)
      #expect(state.pending == nil, what)
      #expect(state.bad == [] || state.bad == [43], what)
    }
    #expect(injected >= 200)
  }

  @Test func `U-05 UR-44 of a pull`() async throws {
    let template = try await pendingWorld()
    try await template.live { life, page in
      #expect(await life.updater.ready(page.token) == .committed)
    }
    try await template.live(pointer: 45) { life, _ in
      #expect(await life.updater.check() == .pending(45))
    }
    let injected = try await inject(
      into: template, pointer: 44,
      before: { life in
        // The pending release goes on trial with a start; a pull must find it pending.
        _ = await life.updater.takeOver()
      }
    ) { life, _ in
      _ = await life.updater.check()
      return Showing()
    } _: { world, _, _, what in
      let pending = try #require(world.state(), what).pending
      #expect(pending == nil || pending == 44 || pending == 45, what)
      #expect(world.state()?.current == 43, what)
      let end = try await world.settle(what)
      #expect(end.last == 43, what)
    }
    #expect(injected >= 200)
  }

  @Test func `UR-52 UR-43 of a start that finds its state file broken`() async throws {
    let template = try FaultWorld()
    try await template.live()
    let release = try Release(45, floor: 41)
    try template.folder.write("valence/manifests/45.json", release.bytes)
    try template.folder.write("valence/manifests/45.json.sig", release.signature)
    try template.folder.write("valence/state.json", "broken")
    let injected = try await inject(into: template, Self.start) { world, _, _, what in
      let end = try await world.settle(what)
      #expect(end.last == 42, what)
      #expect(world.state()?.floor == 41, what)
      #expect(world.folder.text("valence/state.json.corrupt") == "broken", what)
    }
    #expect(injected >= 100)
  }
}
