internal import CBaseline

/// The same work in plain C, and what only C can ask the system.
enum Plain {
  /// C said that its library refused.
  struct Refusal: Error {
    let work: String
  }

  static var threadNanoseconds: UInt64 { plain_thread_nanoseconds() }
  static var residentByteCount: UInt64 { plain_resident_bytes() }
  static var peakResidentByteCount: UInt64 { plain_peak_resident_bytes() }

  /// Keeps this process on one core; false where the system has no such thing.
  static func stayOnOneCore() -> Bool { plain_stay_on_one_core() == 0 }

  /// How long a program takes from its start to its end; nil when it cannot be run or fails.
  static func nanosecondsToRun(_ program: String, _ argument: String) -> Int64? {
    let spent = unsafe plain_run_nanoseconds(program, argument)
    return spent < 0 ? nil : spent
  }

  // MARK: libsodium

  static func startSodium(byteCount: Int) throws(Refusal) {
    try check(plain_sodium_start(byteCount), "start libsodium")
  }
  static func sign(_ times: Int) throws(Refusal) { try check(plain_sign(times), "sign") }
  static func verify(_ times: Int) throws(Refusal) { try check(plain_verify(times), "verify") }
  static func hash(_ times: Int) throws(Refusal) { try check(plain_hash(times), "hash") }
  static func agree(_ times: Int) throws(Refusal) { try check(plain_agree(times), "agree") }
  static func seal(_ times: Int) throws(Refusal) { try check(plain_seal(times), "seal") }
  static func open(_ times: Int) throws(Refusal) { try check(plain_open(times), "open") }
  static func loop(_ times: Int) throws(Refusal) { try check(plain_loop(times), "loop") }
  static func reset(_ times: Int) throws(Refusal) { try check(plain_reset(times), "reset") }

  // MARK: zlib

  static func startZlib(
    body: [UInt8], payload: [UInt8], level: Int, memoryLevel: Int
  ) throws(Refusal) {
    let code = unsafe plain_zlib_start(
      body, body.count, payload, payload.count, Int32(level), Int32(memoryLevel))
    try check(code, "start zlib")
  }
  static func deflate(_ times: Int) throws(Refusal) { try check(plain_deflate(times), "deflate") }
  static func inflate(_ times: Int) throws(Refusal) { try check(plain_inflate(times), "inflate") }

  // MARK: SQLite

  static func openRows(_ path: String) throws(Refusal) {
    try check(unsafe plain_rows_open(path), "open a database")
  }
  static func commitEach(_ times: Int) throws(Refusal) {
    try check(plain_rows_commit_each(times), "commit rows")
  }
  static func commitOnce(_ times: Int) throws(Refusal) {
    try check(plain_rows_commit_once(times), "commit rows")
  }
  static func openOutbox(
    _ path: String, recipientCount: Int, bodyByteCount: Int, lastSequence: Int64
  ) throws(Refusal) {
    let code = unsafe plain_outbox_open(
      path, Int32(recipientCount), bodyByteCount, lastSequence)
    try check(code, "open an outbox")
  }
  static func sendMessages(_ times: Int) throws(Refusal) {
    try check(plain_outbox_send(times), "send")
  }
  static func openBlobs(_ path: String, byteCount: Int) throws(Refusal) {
    try check(unsafe plain_blobs_open(path, byteCount), "open a database")
  }
  static func commitBlobs(_ times: Int) throws(Refusal) {
    try check(plain_blobs_commit_each(times), "commit blobs")
  }
  static func readHeld(_ path: String, _ times: Int) throws(Refusal) {
    try check(unsafe plain_held_read(path, times), "read held manifests")
  }
  /// Lets go of what `readHeld` has read.
  static func freeHeld() { plain_held_free() }
  static func countStore(_ path: String, _ times: Int) throws(Refusal) {
    try check(unsafe plain_store_count(path, times), "count what a store holds")
  }
  static func openHandled(_ path: String) throws(Refusal) {
    try check(unsafe plain_handled_open(path), "open a store")
  }
  static func commitHandled(_ times: Int) throws(Refusal) {
    try check(plain_handled_commit_each(times), "record handled messages")
  }
  static func openPruning(_ path: String) throws(Refusal) {
    try check(unsafe plain_prune_open(path), "open a store")
  }
  /// Forgets so many ids in one commit.
  static func pruneSlice(_ count: Int) throws(Refusal) {
    try check(plain_prune_slice(count), "prune")
  }
  static func closeDatabase() { plain_database_close() }

  // MARK: Files and a web server

  static func startPaths(_ paths: [String]) throws(Refusal) {
    let code = unsafe plain_paths_start(paths.joined(separator: "\n"))
    try check(code, "take paths")
  }
  static func lstat(_ times: Int) throws(Refusal) { try check(plain_lstat(times), "lstat") }

  /// Serves a folder on the loopback until the process ends; returns the port.
  static func startServer(_ folder: String) throws(Refusal) -> Int {
    let port = unsafe plain_server_start(folder)
    guard port > 0 else { throw Refusal(work: "start a server") }
    return Int(port)
  }
  static var servedRequestCount: Int { Int(clamping: plain_server_requests()) }
  static var servedByteCount: Int { Int(clamping: plain_server_bytes()) }

  private static func check(_ code: Int32, _ work: String) throws(Refusal) {
    guard code == 0 else { throw Refusal(work: work) }
  }
}
