import Testing
import TrueSealStoreTesting

@testable import TrueSealSync

/// Something a client does to its store, by a call or by itself.
struct ClientDeed: Sendable, CustomTestStringConvertible {
  typealias Part = @Sendable (Scene) async throws -> Void

  let testDescription: String
  /// Who takes part, the hero first.
  let names: [String]
  /// Makes their stores.
  let prepare: @Sendable (Household) async throws -> [Phone]
  /// What the store may be found as, in the order in which it becomes so.
  let states: [String]
  /// Whether `act` is one call, after whose return the last state is found.
  var isCall = true
  /// What comes before the disk fails.
  var begin: Part = { _ in }
  /// What the disk fails in.
  let act: Part
  /// Whether what `act` began is done; a call is when it has returned.
  var isDone: @Sendable (Scene) async throws -> Bool = { _ in true }
  /// Does it again, after a new start that did not find it done.
  var resume: Part?
  /// Brings the story to its end, and asserts that it is the right one.
  let finish: Part

  /// Plays it with one fault; returns what was struck, nothing when the fault came too late.
  func play(_ fault: DiskFault, in troupe: Troupe) async throws -> [DiskCall] {
    let scene = try await Scene(of: troupe, seed: UInt64(fault.number) &* 7_919)
    try await begin(scene)
    scene.disk.plan(fault)
    var hasReturned = false
    do {
      try await act(scene)
      hasReturned = true
    } catch let error as TrueSealError {
      let isFull = [.fails(.room), .tears(.room)].contains(fault.effect)
      #expect(error == .storage(isFull ? .full : .io), "\(scene.disk.strikes)")
    }
    try await scene.pass {
      if !scene.disk.strikes.isEmpty { return true }
      return (try? await isDone(scene)) ?? false
    }
    let strikes = scene.disk.strikes
    if !strikes.isEmpty {
      try await goOn(scene, after: fault, hasReturned: hasReturned)
      try await finish(scene)
      scene.expectHandledOnce()
      #expect(try await scene.restart().flaw == nil)
    }
    await scene.close()
    return strikes
  }

  /// Takes up the story where the fault has left it.
  private func goOn(_ scene: Scene, after fault: DiskFault, hasReturned: Bool) async throws {
    guard scene.disk.isOff else {
      if fault.isLasting {
        await scene.home.pass(seconds: 20)
        scene.disk.mend()
      }
      if !hasReturned { try await act(scene) }
      return
    }
    let facts = try await scene.restart()
    let found = states.firstIndex(of: facts.description)
    #expect(found != nil, "\(facts) after \(scene.disk.strikes)")
    guard isCall, found != states.count - 1 else { return }
    #expect(!hasReturned, "what was promised is gone: \(facts)")
    try await (resume ?? act)(scene)
  }

  /// Has each call that changes a file struck in turn, or each `step`th from the `first` one on.
  func sweep(
    _ effect: DiskFault.Effect, isLasting: Bool = false, from first: Int = 1, by step: Int = 1,
    seed: UInt64
  ) async throws {
    let troupe = try await Troupe(names, seed: seed, by: prepare)
    var struck: [DiskCall] = []
    // What the client writes by itself may fall before the fault is planned, so that one run may have fewer calls.
    var missCount = 0
    for number in stride(from: first, to: .max, by: step) {
      guard missCount < 3 else { break }
      let fault = DiskFault(effect, at: number, isLasting: isLasting)
      let strikes = try await play(fault, in: troupe)
      missCount = strikes.isEmpty ? missCount + 1 : 0
      struck += strikes
    }
    let least: Set<DiskFault.Operation> = step == 1 ? [.write, .sync] : [.write]
    #expect(least.isSubset(of: struck.map(\.operation)), "struck only \(struck)")
  }
}
