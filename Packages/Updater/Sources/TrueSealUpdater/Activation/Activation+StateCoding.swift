extension Activation.State {
  /// A contradiction in a readable file, and how it was mended (UR-53).
  public enum Repair: Hashable, Sendable {
    /// `serving` was another than the trial and is null.
    case serving
    /// `trialFails` did not fit the trial.
    case trialFails
    /// The trial was not above current, or bad, and is null.
    case trial
    /// `pending` was not above current and trial, or bad, and is null.
    case pending
    /// `previous` was not below current and is null.
    case previous
    /// `bad` was not ascending, held something twice, too much, or what is current.
    case bad
    /// The port was out of bounds and is to be drawn anew.
    case port
  }

  /// Reads a state file and mends what contradicts itself.
  ///
  /// Unknown keys are dropped: the file is the phone's own (UR-54). Any other deviation from the form,
  /// a negative number among them, makes the file unreadable (UR-52).
  ///
  /// - Throws: `UpdaterError`, by what is wrong with the bytes.
  public static func decode(
    _ bytes: [UInt8]
  ) throws(UpdaterError) -> (state: Self, repairs: [Repair]) {
    var reader = try JSONReader(bytes, byteCountMax: UpdaterLimits.stateByteCountMax)
    try Encoding.check(bytes)
    var fields = StateFields()
    try reader.object { (reader, key) throws(UpdaterError) in try fields.read(key, &reader) }
    try reader.end()
    var state = try fields.state()
    let repairs = state.repair()
    return (state, repairs)
  }

  /// The bytes of the state file.
  public var encoded: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("installId")
      writer.string(installID.description)
      let numbers: [(StaticString, UInt64?)] = [
        ("port", port), ("current", current), ("previous", previous), ("pending", pending),
        ("trial", trial), ("trialFails", trialFails), ("serving", serving),
      ]
      for (key, value) in numbers {
        writer.key(key)
        writer.integer(orNull: value)
      }
      writer.key("bad")
      writer.array(bad) { writer, seq in writer.integer(seq) }
      writer.key("floor")
      writer.integer(floor)
    }
    return writer.bytes
  }

  /// Mends contradictions and names them; no repair gives a trial a chance it did not have.
  mutating func repair() -> [Repair] {
    var repairs: [Repair] = []
    func mend(_ repair: Repair, _ isBroken: Bool, _ change: () -> Void) {
      guard isBroken else { return }
      change()
      repairs.append(repair)
    }
    mend(.port, port.map { !UpdaterLimits.ports.contains($0) } ?? false) { port = nil }
    var sound = Array(Set(bad).subtracting([current].compactMap(\.self)).sorted())
    if sound.count > UpdaterLimits.badCountMax {
      sound.removeFirst(sound.count - UpdaterLimits.badCountMax)
    }
    mend(.bad, sound != bad) { bad = sound }
    let isOld = trial.map { $0 <= current ?? 0 || bad.contains($0) } ?? false
    mend(.trial, isOld) { dropTrial() }
    mend(.serving, serving != nil && serving != trial) { serving = nil }
    mend(.trialFails, trialFails > (trial == nil ? 0 : UpdaterLimits.trialFailsMax - 1)) {
      trialFails = trial == nil ? 0 : UpdaterLimits.trialFailsMax - 1
    }
    let isStale = pending.map { $0 <= max(current ?? 0, trial ?? 0) || bad.contains($0) } ?? false
    mend(.pending, isStale) { pending = nil }
    mend(.previous, previous.map { $0 >= current ?? 0 } ?? false) { previous = nil }
    return repairs
  }
}

/// What has been read of a state file so far; a field may be there and null.
private struct StateFields {
  private var installID: InstallID?
  private var numbers: [String: UInt64?] = [:]
  private var bad: [UInt64]?

  mutating func read(_ key: String, _ reader: inout JSONReader) throws(UpdaterError) {
    switch key {
    case "installId":
      guard let read = InstallID(try reader.string(byteCountMax: 36)) else {
        throw UpdaterError(.badText, "the install id is no UUID")
      }
      installID = read
    case "port": numbers[key] = try Self.orNull(&reader, 0...UpdaterLimits.seqMax)
    case "current", "previous", "pending", "trial", "serving":
      numbers[key] = try Self.orNull(&reader, 1...UpdaterLimits.seqMax)
    case "trialFails", "floor":
      numbers[key] = try reader.integer(in: 0...UpdaterLimits.seqMax)
    case "bad":
      var seqs: [UInt64] = []
      try reader.array(countMax: UpdaterLimits.stateByteCountMax) {
        (reader) throws(UpdaterError) in
        seqs.append(try reader.integer(in: 1...UpdaterLimits.seqMax))
      }
      bad = seqs
    case _: try reader.skip()
    }
  }

  private static func orNull(
    _ reader: inout JSONReader, _ range: ClosedRange<UInt64>
  ) throws(UpdaterError) -> UInt64? {
    reader.null() ? nil : try reader.integer(in: range)
  }

  func state() throws(UpdaterError) -> Activation.State {
    guard let installID, let bad, let port = numbers["port"], let current = numbers["current"],
      let previous = numbers["previous"], let pending = numbers["pending"],
      let trial = numbers["trial"], let serving = numbers["serving"],
      let trialFails = numbers["trialFails"] ?? nil, let floor = numbers["floor"] ?? nil
    else { throw UpdaterError(.missingKey, "a state lacks a key") }
    return Activation.State(
      installID: installID, port: port, current: current, previous: previous, pending: pending,
      trial: trial, trialFails: trialFails, serving: serving, bad: bad, floor: floor)
  }
}
