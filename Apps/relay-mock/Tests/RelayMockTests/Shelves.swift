import Dispatch
import Synchronization
import Testing

@testable import RelayMock

/// A shelf whose commits wait for the test: they report what they were asked for, then stand still
/// until let go.
final class GatedShelf: InboxShelf {
  private struct State {
    var batches: [[InboxChange]] = []
    var error: RelayError?
    var isGated = true
  }

  private let shelf: any InboxShelf
  private let state = Mutex(State())
  private let gate = DispatchSemaphore(value: 0)
  private let begun = Bell()

  init(_ shelf: any InboxShelf) { self.shelf = shelf }

  /// Every batch a commit was asked for.
  var batches: [[InboxChange]] { state.withLock(\.batches) }

  /// Returns once a commit stands at the gate.
  func waitForCommit() async { await begun.wait() }

  /// Lets the commit at the gate, or the next one, pass.
  func letOnePass() { gate.signal() }

  /// Lets all commits pass from now on.
  func open() {
    state.withLock { $0.isGated = false }
    gate.signal()
  }

  /// Makes commits fail, or work again.
  func fail(with error: RelayError?) { state.withLock { $0.error = error } }

  func commit(_ changes: [InboxChange]) throws(RelayError) -> [UInt64] {
    let isGated = state.withLock { state in
      state.batches.append(changes)
      return state.isGated
    }
    begun.ring()
    if isGated { gate.wait() }
    if let error = state.withLock(\.error) { throw error }
    return try shelf.commit(changes)
  }

  func blobs(
    in inbox: [UInt8], after blobID: UInt64, byteCountMax: Int
  ) throws(RelayError) -> [Blob] {
    try shelf.blobs(in: inbox, after: blobID, byteCountMax: byteCountMax)
  }

  func blobCount(in inbox: [UInt8]) throws(RelayError) -> Int {
    try shelf.blobCount(in: inbox)
  }

  func probe() throws(RelayError) {
    if let error = state.withLock(\.error) { throw error }
    try shelf.probe()
  }

  func close() { shelf.close() }
}

/// A shelf that counts the bytes it hands out of one inbox, and tells `check` before each reading.
final class WatchedShelf: InboxShelf {
  private let shelf: any InboxShelf
  private let inbox: [UInt8]
  private let check: @Sendable (_ byteCountSoFar: Int) -> Void
  private let byteCount = Mutex(0)

  init(
    _ shelf: any InboxShelf, of inbox: [UInt8],
    check: @escaping @Sendable (_ byteCountSoFar: Int) -> Void
  ) {
    self.shelf = shelf
    self.inbox = inbox
    self.check = check
  }

  func commit(_ changes: [InboxChange]) throws(RelayError) -> [UInt64] {
    try shelf.commit(changes)
  }

  func blobs(
    in inbox: [UInt8], after blobID: UInt64, byteCountMax: Int
  ) throws(RelayError) -> [Blob] {
    guard inbox == self.inbox else {
      return try shelf.blobs(in: inbox, after: blobID, byteCountMax: byteCountMax)
    }
    check(byteCount.withLock(\.self))
    let blobs = try shelf.blobs(in: inbox, after: blobID, byteCountMax: byteCountMax)
    byteCount.withLock { $0 += blobs.reduce(0) { $0 + $1.envelope.count } }
    return blobs
  }

  func blobCount(in inbox: [UInt8]) throws(RelayError) -> Int {
    try shelf.blobCount(in: inbox)
  }

  func probe() throws(RelayError) { try shelf.probe() }

  func close() { shelf.close() }
}

extension RelayParts {
  /// The live parts on a shelf of the test's making.
  static func on(
    _ wrap: @escaping @Sendable (any InboxShelf) -> any InboxShelf
  ) -> RelayParts {
    var parts = RelayParts.live
    parts.openShelf = { directory throws(RelayError) in
      wrap(try SQLiteShelf(directory: directory))
    }
    return parts
  }
}

/// What a recording shelf was asked to write.
final class Recorder: Sendable {
  private let asked = Mutex<[InboxChange]>([])

  var changes: [InboxChange] { asked.withLock(\.self) }

  func take(_ changes: [InboxChange]) { asked.withLock { $0 += changes } }
}

/// A shelf that remembers every change it was asked for.
final class RecordingShelf: InboxShelf {
  private let shelf: any InboxShelf
  private let recorder: Recorder

  init(_ shelf: any InboxShelf, _ recorder: Recorder) {
    self.shelf = shelf
    self.recorder = recorder
  }

  func commit(_ changes: [InboxChange]) throws(RelayError) -> [UInt64] {
    recorder.take(changes)
    return try shelf.commit(changes)
  }

  func blobs(
    in inbox: [UInt8], after blobID: UInt64, byteCountMax: Int
  ) throws(RelayError) -> [Blob] {
    try shelf.blobs(in: inbox, after: blobID, byteCountMax: byteCountMax)
  }

  func blobCount(in inbox: [UInt8]) throws(RelayError) -> Int {
    try shelf.blobCount(in: inbox)
  }

  func probe() throws(RelayError) { try shelf.probe() }

  func close() { shelf.close() }
}

extension RelayMock {
  /// A relay whose commits wait at a gate, and the gate.
  static func gated(
    in directory: TemporaryDirectory, notes: Notes = Notes(),
    change: (inout RelaySettings) -> Void = { _ in }
  ) async throws -> (RelayMock, GatedShelf) {
    let holder = Holder()
    let parts = RelayParts.on { shelf in
      let gated = GatedShelf(shelf)
      holder.shelf.withLock { $0 = gated }
      return gated
    }
    let relay = try await test(in: directory, parts: parts, notes: notes, change: change)
    return (relay, try #require(holder.shelf.withLock { $0 }))
  }
}

/// Where the parts leave the shelf they made, for the test to find.
private final class Holder: Sendable {
  let shelf = Mutex<GatedShelf?>(nil)
}
