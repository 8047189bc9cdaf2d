/// An option of `trueseal bundle`.
enum BundleOption: String, CaseIterable, Sendable {
  case dir, json, help
  case appID = "app-id"
  case key, required
  case hostBuild = "host-build"
  case bridge
  case signedPointers = "signed-pointers"
  case draft, again, seq, entry, commit, floor, urgent
  case needsHost = "needs-host"
  case needsBridge = "needs-bridge"
  case needsBucket = "needs-bucket"
  case channel, rollout
  case noPoint = "no-point"
  case validDays = "valid-days"
  case to

  /// What its value is called; nil when it takes none.
  var value: String? {
    switch self {
    case .dir, .draft: "DIR"
    case .appID: "ID"
    case .key: "FILE"
    case .required, .hostBuild, .rollout, .needsHost, .needsBridge, .validDays: "N"
    case .bridge: "MIN-MAX"
    case .again, .commit: "COMMIT"
    case .seq, .floor, .to: "SEQ"
    case .entry: "PATH"
    case .needsBucket: "NAME=SCHEMA"
    case .channel: "NAME"
    case .json, .help, .signedPointers, .urgent, .noPoint: nil
    }
  }

  /// The commands it goes with.
  var verbs: Set<BundleVerb> {
    switch self {
    case .json, .help: Set(BundleVerb.allCases)
    case .dir: [.initialize, .build, .release, .point, .pull, .verify]
    case .appID, .required, .hostBuild, .bridge, .signedPointers: [.initialize]
    case .key: [.initialize, .sign, .release, .point, .pull]
    case .draft: [.build, .sign, .release]
    case .again, .noPoint: [.release]
    case .seq, .floor, .urgent: [.build, .release]
    case .entry, .commit, .needsHost, .needsBridge, .needsBucket: [.build, .release]
    case .channel, .rollout, .validDays: [.release, .point, .pull]
    case .to: [.pull]
    }
  }

  /// Whether it may stand there several times.
  var repeats: Bool { self == .key || self == .needsBucket }

  /// A line for the help page; defaults in brackets.
  var meaning: String {
    switch self {
    case .dir: "the release folder (releases)"
    case .json: "the result as one JSON object"
    case .help: "print help and end"
    case .appID: "the app the bundles are for; needed for a new folder"
    case .key: "a signing key; several may be given, at most 4"
    case .required: "how many keys must sign (1)"
    case .hostBuild: "the build of the app (1)"
    case .bridge: "the bridge schemas the app offers (1-1)"
    case .signedPointers: "the app demands signed and dated pointers"
    case .draft: "the draft's folder"
    case .again: "put up the files of the newest release of this commit again"
    case .seq: "the release's number (the next one)"
    case .entry: "the page to load first (index.html)"
    case .commit: "the commit it was built from, 7 to 64 hexadecimal digits"
    case .floor: "phones that commit this never take anything lower (as before)"
    case .urgent: "pages may offer to apply it at once"
    case .needsHost: "the lowest build of the app it runs in (1)"
    case .needsBridge: "the bridge schema it speaks (1)"
    case .needsBucket: "data that must have been synced first; may be given again"
    case .channel: "the channel (stable)"
    case .rollout: "the share of phones that may download it, in percent (100; for pull as it is)"
    case .noPoint: "put it up and leave the channel alone"
    case .validDays: "how long a signed pointer counts (30)"
    case .to: "the release to point at instead of the one below"
    }
  }

  /// How it is written in a help page.
  var usage: String { "--\(rawValue)" + (value.map { " \($0)" } ?? "") }
}
