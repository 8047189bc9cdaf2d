internal import TrueSealUpdater
internal import TrueSealUpdaterFiles

/// What happens, in words for people.
enum HostWords {
  static func text(_ progress: RunProgress) -> String {
    switch progress {
    case .pointer: "looking where the channel points"
    case .manifest(let seq): "fetching the manifest of \(seq)"
    case .comparing(let seq): "comparing the files of \(seq)"
    case .files(let seq, let byteCount, let total): "\(byteCount) of \(total) bytes of \(seq)"
    case .data(let seq, let pair): "syncing \(pair.bucket) \(pair.schema) for \(seq)"
    }
  }

  static func text(_ outcome: RunOutcome) -> String {
    switch outcome {
    case .pending(let seq): "release \(seq) is downloaded and waits for the next start"
    case .stopped(let reason): "nothing to wait for: \(text(reason))"
    }
  }

  static func text(_ reason: StopReason) -> String {
    switch reason {
    case .upToDate: "upToDate"
    case .bad: "bad"
    case .alreadyPending: "alreadyPending"
    case .trialRunning: "trialRunning"
    case .notInRollout: "notInRollout"
    case .pointer(let error): "pointer (\(error.detail))"
    case .pointerUntrusted(let error): "pointerUntrusted (\(error.detail))"
    case .check(let failure): "check \(failure.check.rawValue) (\(failure.reason.detail))"
    case .refusedBefore(let seq): "refusedBefore (\(seq))"
    case .overCap: "overCap"
    case .file(let hash): "file (\(hash))"
    case .dataUnsynced(let pair): "dataUnsynced (\(pair.bucket) \(pair.schema))"
    case .offline: "offline"
    case .io: "io"
    case .busy: "busy"
    case .superseded: "superseded"
    }
  }

  static func text(_ note: Note) -> String {
    switch note {
    case .failed(let seq, let source, let count):
      "release \(seq) was not ready"
        + (source == .timeout ? " in time" : " before its process ended") + ", \(count) of "
        + "\(UpdaterLimits.trialFailsMax)"
    case .markedBad(let seq): "release \(seq) is bad and is never tried again"
    case .committed(let seq): "release \(seq) is ready and is current now"
    case .droppedPending(let seq, let reason): "release \(seq) waits no more: \(reason)"
    case .droppedTrial(let seq, let reason): "release \(seq) is tried no more: \(reason)"
    case .installedBuiltIn(let seq): "built-in release \(seq) is installed"
    case .builtInUnusable(let finding): "the built-in bundle cannot be used: \(finding)"
    case .replacedCurrent(let seq, let reason, let other):
      "release \(seq) is current no more: \(reason); \(other.map { "\($0) is" } ?? "nothing is")"
    case .belowFloor(let seq): "release \(seq) is shown though it is below the floor"
    case .repaired(let repair): "the state contradicted itself and was mended: \(repair)"
    }
  }

  static func text(_ refusal: Activation.ApplyRefusal) -> String { "\(refusal)" }
}
