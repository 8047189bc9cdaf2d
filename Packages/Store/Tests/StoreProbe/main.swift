// A process of its own that opens a store as it is told, so that tests can refuse or kill it.
// It says each step in one line on standard output.

import Foundation
import TrueSealStore
import TrueSealStoreFixtures

func say(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

func waitForEndOfInput() {
  _ = try? FileHandle.standardInput.readToEnd()
}

func dieAtOnce() {
  kill(getpid(), SIGKILL)
}

func code(_ error: any Error) -> String {
  (error as? StoreError).map { "\($0.code)" } ?? "\(error)"
}

/// Opens and keeps open; with the newer release after a commit that stays in the log.
func hold(_ directory: String, _ name: String, _ schema: Schema) throws {
  let database = try Database.open(directory: directory, name: name, schema: schema)
  if schema.newest > 1 {
    try database.write { try $0.run("INSERT INTO note VALUES(7, 'in the log')") }
  }
  say("held")
  waitForEndOfInput()
  database.close()
}

/// Commits one entry after another and acknowledges each.
func commit(_ directory: String, _ name: String) throws {
  let database = try Database.open(directory: directory, name: name, schema: Fixtures.release1)
  let last = try database.read { transaction in
    try transaction.row("SELECT coalesce(max(id), 0) FROM entry")?.integer(0) ?? 0
  }
  var id = last
  while true {
    id += 1
    try database.write { [id] transaction in
      try Fixtures.write(id, byteCount: 2_000, in: transaction)
    }
    say("\(id)")
  }
}

/// Migrates and dies right after the commit.
func dieAfterCommit(_ directory: String, _ name: String) throws {
  _ = try Database.open(
    directory: directory, name: name, schema: Fixtures.release2(),
    watch: { step in
      guard case .versionCommitted = step else { return }
      say("committed")
      dieAtOnce()
    })
}

/// Migrates by one version or by two and dies before one of the statements.
func dieWhileMigrating(
  _ directory: String, _ name: String, to version: Int, before number: Int
) throws {
  let checkpoint: @Sendable (Int) -> Void = { statement in
    if statement == number { dieAtOnce() }
  }
  let schema =
    version == 2
    ? Fixtures.release2(checkpoint: checkpoint) : Fixtures.release3(checkpoint: checkpoint)
  say("\(try Database.open(directory: directory, name: name, schema: schema).origin)")
}

/// Makes the store with the first release and dies before one of the steps.
func dieWhileCreating(_ directory: String, _ name: String) throws {
  let schema = Schema(versions: [
    SchemaVersion(
      number: 1,
      migrations: [
        Migration("fill") { transaction in
          try transaction.run("CREATE TABLE large(body BLOB)")
          let body = [UInt8](repeating: 1, count: 4_000_000)
          try transaction.run("INSERT INTO large VALUES(?)", .blob(body))
          try transaction.run("SELECT count(*) FROM large")
          dieAtOnce()
        }
      ])
  ])
  _ = try Database.open(directory: directory, name: name, schema: schema)
}

/// Writes until the file may grow no more, says what that was, and goes on once it may.
func fill(_ directory: String, _ name: String, limit: Int) throws {
  signal(SIGXFSZ, SIG_IGN)
  let database = try Database.open(directory: directory, name: name, schema: Fixtures.release1)
  setFileSizeLimit(limit)
  var id: Int64 = 0
  do {
    while true {
      try database.write { [id] in try Fixtures.write(id + 1, byteCount: 5_000, in: $0) }
      id += 1
    }
  } catch {
    say(code(error))
  }
  setFileSizeLimit(nil)
  try database.write { [id] in try Fixtures.write(id + 1, byteCount: 5_000, in: $0) }
  try database.verify()
  database.close()
  say("\(id + 1)")
}

func setFileSizeLimit(_ limit: Int?) {
  #if canImport(Darwin)
    let resource = RLIMIT_FSIZE
  #else
    let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  #endif
  var limits = rlimit()
  unsafe getrlimit(resource, &limits)
  limits.rlim_cur = limit.map { rlim_t($0) } ?? limits.rlim_max
  unsafe setrlimit(resource, &limits)
}

/// Gives up the rights of root, which no permission stops, and opens.
func openAsStranger(_ directory: String, _ name: String) throws {
  if geteuid() == 0 {
    setgid(65_534)
    setuid(65_534)
  }
  say("\(try Database.open(directory: directory, name: name, schema: Fixtures.release1).origin)")
}

/// Opens where no file may grow, as on a disk that is full.
func openWithoutRoom(_ directory: String, _ name: String) throws {
  signal(SIGXFSZ, SIG_IGN)
  setFileSizeLimit(0)
  defer { setFileSizeLimit(nil) }
  say("\(try Database.open(directory: directory, name: name, schema: Fixtures.release1).origin)")
}

func run() throws {
  let arguments = CommandLine.arguments
  let (verb, directory, name) = (arguments[1], arguments[2], arguments[3])
  let number = arguments.count > 4 ? Int(arguments[4]) ?? 0 : 0
  switch verb {
  case "hold": try hold(directory, name, Fixtures.release1)
  case "hold-newer": try hold(directory, name, Fixtures.release2())
  case "commit": try commit(directory, name)
  case "die-after-commit": try dieAfterCommit(directory, name)
  case "die-while-migrating": try dieWhileMigrating(directory, name, to: 2, before: number)
  case "die-while-skipping": try dieWhileMigrating(directory, name, to: 3, before: number)
  case "die-while-creating": try dieWhileCreating(directory, name)
  case "fill": try fill(directory, name, limit: number)
  case "open-without-room": try openWithoutRoom(directory, name)
  case "open-as-stranger": try openAsStranger(directory, name)
  default: say("unknown")
  }
}

do { try run() } catch { say(code(error)) }
