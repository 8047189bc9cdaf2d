/// What one module may import.
package struct Room: Hashable, Sendable {
  package let module: String
  /// Modules of ours.
  package let ours: Set<String>
  /// Modules of the system, our own windows to C included.
  package let system: Set<String>
  /// Programs of ours that its tests run, by package.
  package let programs: Set<String>

  init(
    _ module: String, ours: Set<String> = [], system: Set<String> = [],
    programs: Set<String> = []
  ) {
    self.module = module
    self.ours = ours
    self.system = system
    self.programs = programs
  }

  /// The C library by all its names.
  static let libc = Import.systemLibraries

  /// The table of the house; what is not in it is forbidden.
  ///
  /// A row may stand for a room that is yet to be built.
  package static let packages: [Room] = ground + upper + hall

  private static let ground = [
    Room("TrueSealCrypto", system: ["CSodium", "Synchronization"]),
    // The lock file and the files' permissions are the C library's.
    Room("TrueSealStore", system: libc.union(["CSQLite", "Synchronization"])),
    Room("TrueSealTransport", system: ["CZlib", "Synchronization"]),
    Room("TrueSealManifest"),
    Room("TrueSealOutbox"),
    Room("TrueSealUpdater"),
    Room("TrueSealSessionReset"),
  ]

  private static let upper = [
    Room("TrueSealRatchet", ours: ["TrueSealCrypto"]),
    Room(
      "TrueSealRelayLink", ours: ["TrueSealTransport", "TrueSealCrypto"],
      // Dispatch lends the threads: one for the loop, and some for names that must be resolved.
      system: libc.union(["CSocket", "Dispatch", "Synchronization"])),
    Room("TrueSealManifestStore", ours: ["TrueSealManifest", "TrueSealStore", "TrueSealCrypto"]),
    Room("TrueSealOutboxStore", ours: ["TrueSealOutbox", "TrueSealStore", "TrueSealCrypto"]),
    // Dispatch lends the threads for exchanges and hashing; CDisk is one call glibc hides.
    Room(
      "TrueSealUpdaterFiles", ours: ["TrueSealUpdater"],
      system: libc.union(["CCurl", "CDisk", "Dispatch", "Synchronization"])),
    Room(
      "TrueSealUpdaterCrypto",
      ours: ["TrueSealUpdater", "TrueSealUpdaterFiles", "TrueSealCrypto"],
      system: ["Synchronization"]),
    Room(
      "TrueSealConversation",
      ours: ["TrueSealSessionReset", "TrueSealRatchet", "TrueSealStore", "TrueSealCrypto"],
      system: ["Synchronization"]),
    // Its disk lies between SQLite and the files of the C library.
    Room(
      "TrueSealStoreTesting", ours: ["TrueSealStore"],
      system: libc.union(["CSQLite", "Synchronization"])),
    Room(
      "TrueSealSessionResetTesting", ours: ["TrueSealSessionReset"], system: ["Synchronization"]),
  ]

  private static let clientParts: Set = [
    "TrueSealCrypto", "TrueSealStore", "TrueSealTransport", "TrueSealManifest", "TrueSealOutbox",
    "TrueSealSessionReset", "TrueSealRatchet", "TrueSealRelayLink", "TrueSealManifestStore",
    "TrueSealOutboxStore", "TrueSealConversation",
  ]

  private static let hall = [
    // The C library lends the wall clock, which nothing else offers without Foundation.
    Room(
      "TrueSealSync", ours: clientParts,
      system: libc.union(["Dispatch", "Synchronization"])),
    Room(
      "TrueSealTesting", ours: clientParts.union(["TrueSealSync", "TrueSealStoreTesting"]),
      system: ["Synchronization"]),
  ]

  /// Apps are named by package; their modules may also import each other.
  package static let apps: [Room] = [
    Room(
      "trueseal-cli",
      ours: [
        "TrueSealSync", "TrueSealUpdater", "TrueSealUpdaterFiles", "TrueSealUpdaterCrypto",
        // The publisher signs, which the client never does outside of its own packages.
        "TrueSealCrypto",
      ],
      system: libc.union(["Foundation", "Dispatch", "Synchronization", "CWebServer"]),
      programs: ["relay-mock"]),
    Room(
      "relay-mock",
      ours: ["TrueSealTransport", "TrueSealRelayLink", "TrueSealStore", "TrueSealCrypto"],
      system: libc.union(["Foundation", "Dispatch", "Synchronization", "CMicrohttpd", "CPostgres"])),
  ]
}
