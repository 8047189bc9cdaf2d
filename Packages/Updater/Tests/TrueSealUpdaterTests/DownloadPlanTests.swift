import Testing

@testable import TrueSealUpdater

@Suite struct `A download` {
  private func manifest(_ files: [(path: String, hash: Int, size: UInt64)]) throws -> BundleManifest
  {
    try BundleManifest(
      appID: "a", seq: 1, floor: 0, entry: files[0].path,
      requirements: Requirements(host: 1, bridge: 1),
      files: files.map { file in
        BundleFile(path: file.path, hash: try Self.hash(file.hash), byteCount: file.size)
      })
  }

  private static func hash(_ number: Int) throws -> ContentHash {
    try #require(ContentHash([UInt8(number)] + [UInt8](repeating: 0, count: 31)))
  }

  @Test func `U-18 UR-16 takes each missing content once`() throws {
    let manifest = try manifest([("a", 1, 10), ("b", 2, 20), ("c", 1, 10), ("d", 3, 30)])
    var asked: [String] = []
    let stored = try Self.hash(2)
    let plan = DownloadPlan(manifest) { file in
      asked.append(file.path)
      return file.hash == stored
    }
    #expect(asked == ["a", "b", "d"])
    #expect(plan.missing.map(\.path) == ["a", "d"])
    #expect(plan.byteCount == 40)
    #expect(manifest.byteCount == 70)
  }

  @Test func `U-16 UR-16 may be as large as the cap, with what lies unreferenced`() throws {
    let plan = DownloadPlan(try manifest([("a", 1, 40)])) { _ in false }
    #expect(plan.fits(cap: 40, unreferenced: 0))
    #expect(!plan.fits(cap: 39, unreferenced: 0))
    #expect(plan.fits(cap: 50, unreferenced: 10))
    #expect(!plan.fits(cap: 50, unreferenced: 11))
    #expect(!plan.fits(cap: .max, unreferenced: .max))
    #expect(!plan.fits(cap: 0, unreferenced: 0))
    let nothing = DownloadPlan(try manifest([("a", 1, 40)])) { _ in true }
    #expect(nothing.fits(cap: 0, unreferenced: 100))
    #expect(UpdaterLimits.missingByteCountMax == 50 * 1_024 * 1_024)
  }

  @Test func `U-15 UR-13 of a refused release waits half an hour, two hours, then eight`() {
    var refused = RefusedReleases()
    #expect(refused.allows(43, at: .zero))
    var now = Duration.zero
    for hours in [0.5, 2.0, 8.0, 8.0] {
      refused.refuse(43, at: now)
      let pause = Duration.seconds(hours * 3_600)
      #expect(!refused.allows(43, at: now + pause - .nanoseconds(1)))
      #expect(refused.allows(44, at: now))
      now += pause
      #expect(refused.allows(43, at: now))
    }
    refused.refuse(43, at: now)
    refused.forgive(43)
    #expect(refused.allows(43, at: now))
    refused.refuse(43, at: now)
    #expect(refused.allows(43, at: now + .seconds(1_800)))
  }

  @Test func `UR-13 remembers 256 refused releases and forgets the lowest`() {
    var refused = RefusedReleases()
    for seq in UInt64(1)...257 { refused.refuse(seq, at: .zero) }
    #expect(refused.allows(1, at: .zero))
    #expect(!refused.allows(2, at: .zero))
    #expect(!refused.allows(257, at: .zero))
  }

  @Test func `U-44 UR-45 cleaning keeps every file and pair that a kept manifest names`() throws {
    let pairs = [Requirements.Pair(bucket: "menu", schema: 3)]
    func manifest(_ seq: UInt64, _ hashes: [Int]) throws -> BundleManifest {
      try BundleManifest(
        appID: "a", seq: seq, floor: 0, entry: "f0",
        requirements: Requirements(host: 1, bridge: 1, data: seq == 2 ? pairs : []),
        files: try hashes.enumerated().map { index, hash in
          BundleFile(path: "f\(index)", hash: try Self.hash(hash), byteCount: 1)
        })
    }
    let keep = KeepSet([try manifest(2, [1, 2]), try manifest(5, [2, 3])])
    #expect(keep.seqs == [2, 5])
    #expect(keep.files == Set(try [1, 2, 3].map(Self.hash)))
    #expect(keep.data == Set(pairs))
  }

  @Test
  func `U-45 UR-47 cleaning releases data that nothing kept requires, writable buckets never`()
    throws
  {
    let kept = Requirements.Pair(bucket: "menu", schema: 3)
    let manifest = try BundleManifest(
      appID: "a", seq: 1, floor: 0, entry: "a",
      requirements: Requirements(host: 1, bridge: 1, data: [kept]),
      files: [BundleFile(path: "a", hash: try Self.hash(1), byteCount: 1)])
    let keep = KeepSet([manifest])
    let buckets = [
      "menu": Bucket(schemas: 1...3), "orders": Bucket(schemas: 1...1, isWritable: true),
    ]
    #expect(!keep.releases(kept, in: buckets))
    #expect(keep.releases(.init(bucket: "menu", schema: 2), in: buckets))
    #expect(!keep.releases(.init(bucket: "orders", schema: 1), in: buckets))
    #expect(keep.releases(.init(bucket: "gone", schema: 1), in: buckets))
  }
}
