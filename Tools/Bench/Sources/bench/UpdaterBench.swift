import Foundation
import TrueSealUpdater
import TrueSealUpdaterFiles

/// What a release costs a phone: to check it, to download it, to start with it, and to ask for more.
struct UpdaterBench {
  let rounds: Int
  private static let fileByteCount = 12_800

  func run(_ tell: (Line) -> Void) async throws {
    let scratch = try Scratch()
    let site = try Site(in: scratch.folder("site"))
    let release = try site.publish(1, fileByteCount: Self.fileByteCount)
    try await check(release, tell)
    try await Installing(rounds: rounds, site: site, scratch: scratch, release: release).run(tell)
    try await Starting(rounds: rounds, site: site, folder: scratch.folder("phone")).run(tell)
  }

  /// Checks 1 to 6, as they come before the first file is asked for.
  private func check(_ release: Site.Release, _ tell: (Line) -> Void) async throws {
    guard let installID = InstallID(randomBytes: [UInt8](repeating: 1, count: 16)) else {
      throw Site.Mistake(what: "an installation")
    }
    let verifier = Verifier(host: Phone.host, keys: try Phone.keys())
    let claim = Claim.release(
      seq: release.manifest.seq, state: Activation.State(installID: installID))
    try Plain.startSodium(byteCount: release.bytes.count)
    let duel = Duel(rounds: rounds, timepiece: .processor, timesPerTurn: 4)
    let outcome = try await duel.run { times in
      for _ in 0..<times {
        try Plain.hash(1)
        try Plain.verify(1)
        try Plain.loop(1)
      }
    } ours: { times in
      for _ in 0..<times {
        let bundle = try verifier.verify(
          release.bytes, signature: release.signature, as: claim)
        guard bundle.manifest.files.count == Site.fileCount else {
          throw Site.Mistake(what: "a manifest")
        }
      }
    }
    tell(
      outcome.line(
        "check a manifest of 4,096 files", unit: .microseconds, goal: .atMost(3),
        note: "\(release.bytes.count / 1_024) KiB; C is SHA-256, Ed25519 and a loop"))
  }
}

extension UpdaterBench {
  /// A download by a process of ours, next to `curl`, `sha256sum` and `sync`.
  private struct Installing {
    let rounds: Int
    let site: Site
    let scratch: Scratch
    let release: Site.Release
    private static let name = "install 50 MiB in 4,096 files"
    private static let goal = Line.Goal.atMost(1.5)
    /// Removing so many flushed files between the rounds can take longer than what is measured.
    private static let roundCountMax = 5

    func run(_ tell: (Line) -> Void) async throws {
      let programs = ["curl", "sha256sum", "sync"]
      guard programs.allSatisfy({ Plain.nanosecondsToRun($0, "--version") != nil }) else {
        return tell(
          Line(
            Self.name, figureName: "ours / C", figure: nil, goal: Self.goal,
            note: "one is missing of \(programs.joined(separator: ", "))"))
      }
      let script = try plainScript()
      let turns = 2
      var folders: (plain: [String], ours: [String]) = ([], [])
      var peaks: [Double] = []
      let rounds = min(rounds, Self.roundCountMax)
      let duel = Duel(rounds: rounds, timepiece: .wall, timesPerTurn: 1, turnsPerRound: turns)
      let outcome = try await duel.run {
        folders.plain = try (0..<turns).map { try scratch.folder("plain-\($0)") }
        folders.ours = try (0..<turns).map { try scratch.folder("ours-\($0)") }
        // What was removed is not to be written while one of the two is measured.
        _ = Plain.nanosecondsToRun("sync", "--")
      } plain: { _ in
        guard let folder = folders.plain.popLast(), Plain.nanosecondsToRun(script, folder) != nil
        else { throw Plain.Refusal(work: "run \(script)") }
      } ours: { _ in
        guard let folder = folders.ours.popLast() else { throw Site.Mistake(what: "a folder") }
        let errand = Errand.install(directory: folder, port: site.port)
        peaks.append(Double(try errand.answer(as: Errand.Peak.self).resident) / 1_048_576)
      }
      tell(
        outcome.line(
          Self.name, unit: .milliseconds, goal: Self.goal,
          note: "\(rounds) rounds; C is curl with 4 connections, sha256sum and sync"))
      tell(
        Line(
          "the same: peak of memory", figureName: "MiB", figure: Quartiles(peaks),
          goal: .atMost(64)))
    }

    /// A script that downloads the files of the release into a folder, checks them and flushes the disk.
    private func plainScript() throws -> String {
      let folder = try scratch.folder("script")
      let hashes = release.manifest.files.map(\.hash)
      let addresses = hashes.map { hash in
        "url = \"http://127.0.0.1:\(site.port)/cas/\(hash)\"\noutput = \"\(hash)\"\n"
      }
      try write(addresses.joined(), "\(folder)/addresses")
      try write(hashes.map { "\($0)  \($0)\n" }.joined(), "\(folder)/sums")
      try write(
        """
        #!/bin/sh
        set -e
        cd "$1"
        curl --silent --fail --parallel --parallel-max 4 --config '\(folder)/addresses' \\
          2>/dev/null
        sha256sum --check --status '\(folder)/sums'
        sync
        """, "\(folder)/plain")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o700], ofItemAtPath: "\(folder)/plain")
      return "\(folder)/plain"
    }

    private func write(_ text: String, _ path: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }
  }
}

extension UpdaterBench {
  /// Starts of the UI, next to `lstat` of the files in the store; and a check that finds nothing new.
  private struct Starting {
    let rounds: Int
    let site: Site
    let folder: String

    func run(_ tell: (Line) -> Void) async throws {
      let phone = try Phone(folder, port: site.port)
      for seq in [UInt64(2), 3] {
        _ = try site.publish(seq, fileByteCount: 64)
        try await phone.install()
        try await phone.commit()
      }
      try await checkAgain(phone, tell)
      await phone.updater.close()
      try await start("start the UI, full store", showing: 3, goal: .atMost(2), tell)

      let next = try Phone(folder, port: site.port)
      _ = try site.publish(4, fileByteCount: 64)
      try await next.install()
      await next.updater.close()
      try await start("the same, promoting a release", showing: 4, goal: .atMost(6), tell)
    }

    private func checkAgain(_ phone: Phone, _ tell: (Line) -> Void) async throws {
      let (requests, bytes) = (Plain.servedRequestCount, Plain.servedByteCount)
      let outcome = await phone.updater.check()
      guard outcome == .stopped(.upToDate) else { throw Site.Mistake(what: "\(outcome)") }
      tell(
        Line(
          "check an unchanged channel", figureName: "requests",
          figure: Quartiles([Double(Plain.servedRequestCount - requests)]), goal: .atMost(1),
          note: "\(Plain.servedByteCount - bytes) bytes answered"))
    }

    private func start(
      _ name: String, showing seq: UInt64, goal: Line.Goal, _ tell: (Line) -> Void
    ) async throws {
      let store = "\(folder)/valence/cas"
      let names = try FileManager.default.contentsOfDirectory(atPath: store)
      try Plain.startPaths(names.map { "\(store)/\($0)" })
      let stateFile = URL(fileURLWithPath: "\(folder)/valence/state.json")
      let state = try Data(contentsOf: stateFile)
      let duel = Duel(rounds: rounds, timepiece: .wall, timesPerTurn: 1, turnsPerRound: 8)
      let outcome = try await duel.run {
        try Plain.lstat($0)
      } ours: { times in
        for _ in 0..<times {
          // A start that promotes can be had again only from the state before it.
          try state.write(to: stateFile)
          let phone = try Phone(folder, port: site.port)
          let page = try await phone.updater.uiStart()
          await phone.updater.close()
          guard page.manifest.seq == seq, phone.hashedFileCount == 0 else {
            throw Site.Mistake(
              what: "release \(page.manifest.seq), \(phone.hashedFileCount) files hashed")
          }
        }
      }
      tell(
        outcome.line(
          name, unit: .microseconds, goal: goal,
          note: "C is lstat of \(names.count) files; no file hashed"))
    }
  }
}
