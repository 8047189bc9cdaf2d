extension BundleManifest {
  /// Reads a manifest strictly and checks its structure (UC-4).
  ///
  /// - Throws: `UpdaterError`, by what is wrong with the bytes.
  public init(decoding bytes: [UInt8]) throws(UpdaterError) {
    guard bytes.count <= UpdaterLimits.manifestByteCountMax else {
      throw UpdaterError(.wrongLength, "a manifest of \(bytes.count) bytes")
    }
    try Encoding.check(bytes)
    try self.init(decodingText: bytes)
  }

  /// Reads bytes that have passed check `encoding` already.
  init(decodingText bytes: [UInt8]) throws(UpdaterError) {
    var reader = try JSONReader(bytes, byteCountMax: UpdaterLimits.manifestByteCountMax)
    var fields = Fields()
    try reader.object { (reader, key) throws(UpdaterError) in try fields.read(key, &reader) }
    try reader.end()
    self = try fields.manifest()
    try checkStructure()
  }

  /// The one spelling of this manifest, the bytes that are signed and put up.
  public var encoded: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("format")
      writer.integer(UpdaterLimits.format)
      writer.key("appId")
      writer.string(appID)
      writer.key("seq")
      writer.integer(seq)
      writer.key("floor")
      writer.integer(floor)
      writer.key("urgent")
      writer.boolean(isUrgent)
      writer.key("entry")
      writer.string(entry)
      if let commit {
        writer.key("commit")
        writer.string(commit)
      }
      writer.key("requires")
      writer.object { write(requirements, &$0) }
      writer.key("files")
      writer.array(files) { writer, file in writer.object { write(file, &$0) } }
    }
    return writer.bytes
  }

  private func write(_ requirements: Requirements, _ writer: inout JSONWriter) {
    writer.key("host")
    writer.integer(requirements.host)
    writer.key("bridge")
    writer.integer(requirements.bridge)
    writer.key("data")
    writer.array(requirements.data) { writer, pair in
      writer.object { writer in
        writer.key("bucket")
        writer.string(pair.bucket)
        writer.key("schema")
        writer.integer(pair.schema)
      }
    }
  }

  private func write(_ file: BundleFile, _ writer: inout JSONWriter) {
    writer.key("path")
    writer.string(file.path)
    writer.key("sha256")
    writer.string(file.hash.description)
    writer.key("size")
    writer.integer(file.byteCount)
  }
}

/// What has been read of a manifest so far.
private struct Fields {
  private var appID: String?
  private var format: UInt64?
  private var seq: UInt64?
  private var floor: UInt64?
  private var isUrgent: Bool?
  private var entry: String?
  private var commit: String?
  private var requirements: Requirements?
  private var files: [BundleFile]?

  mutating func read(_ key: String, _ reader: inout JSONReader) throws(UpdaterError) {
    switch key {
    case "format": format = try reader.integer(in: 0...UInt64.max)
    case "appId": appID = try reader.string(byteCountMax: UpdaterLimits.appIDByteCountMax)
    case "seq": seq = try reader.integer(in: 1...UpdaterLimits.seqMax)
    case "floor": floor = try reader.integer(in: 0...UpdaterLimits.seqMax)
    case "urgent": isUrgent = try reader.boolean()
    case "entry": entry = try reader.string(byteCountMax: UpdaterLimits.pathByteCountMax)
    case "commit":
      commit = try reader.string(byteCountMax: UpdaterLimits.commitByteCounts.upperBound)
    case "requires": requirements = try Self.requirements(&reader)
    case "files": files = try Self.files(&reader)
    case _: throw UpdaterError(.unknownKey, "a manifest has no such key")
    }
  }

  func manifest() throws(UpdaterError) -> BundleManifest {
    guard let format, let appID, let seq, let floor, let isUrgent, let entry, let requirements,
      let files
    else { throw UpdaterError(.missingKey, "a manifest lacks a key") }
    guard format == UpdaterLimits.format else {
      throw UpdaterError(.unknownFormat, "a manifest of format \(format)")
    }
    return BundleManifest(
      reading: appID, seq: seq, floor: floor, isUrgent: isUrgent, entry: entry, commit: commit,
      requirements: requirements, files: files)
  }

  private static func requirements(
    _ reader: inout JSONReader
  ) throws(UpdaterError) -> Requirements {
    let numbers = 1...UpdaterLimits.requirementMax
    var host: UInt64?
    var bridge: UInt64?
    var data: [Requirements.Pair]?
    try reader.object { (reader, key) throws(UpdaterError) in
      switch key {
      case "host": host = try reader.integer(in: numbers)
      case "bridge": bridge = try reader.integer(in: numbers)
      case "data":
        var pairs: [Requirements.Pair] = []
        try reader.array(countMax: UpdaterLimits.dataPairCountMax) {
          (reader) throws(UpdaterError) in pairs.append(try pair(&reader))
        }
        data = pairs
      case _: throw UpdaterError(.unknownKey, "requirements have no such key")
      }
    }
    guard let host, let bridge, let data else {
      throw UpdaterError(.missingKey, "the requirements lack a key")
    }
    return Requirements(host: host, bridge: bridge, data: data)
  }

  private static func pair(
    _ reader: inout JSONReader
  ) throws(UpdaterError) -> Requirements.Pair {
    var bucket: String?
    var schema: UInt64?
    try reader.object { (reader, key) throws(UpdaterError) in
      switch key {
      case "bucket": bucket = try reader.string(byteCountMax: UpdaterLimits.bucketByteCountMax)
      case "schema": schema = try reader.integer(in: 1...UpdaterLimits.requirementMax)
      case _: throw UpdaterError(.unknownKey, "a pair of data has no such key")
      }
    }
    guard let bucket, let schema else {
      throw UpdaterError(.missingKey, "a pair of data lacks a key")
    }
    return Requirements.Pair(bucket: bucket, schema: schema)
  }

  private static func files(_ reader: inout JSONReader) throws(UpdaterError) -> [BundleFile] {
    var files: [BundleFile] = []
    try reader.array(countMax: UpdaterLimits.fileCountMax) { (reader) throws(UpdaterError) in
      files.append(try file(&reader))
    }
    return files
  }

  private static func file(_ reader: inout JSONReader) throws(UpdaterError) -> BundleFile {
    var path: String?
    var hash: ContentHash?
    var byteCount: UInt64?
    try reader.object { (reader, key) throws(UpdaterError) in
      switch key {
      case "path": path = try reader.string(byteCountMax: UpdaterLimits.pathByteCountMax)
      case "sha256":
        let text = try reader.string(byteCountMax: 64)
        guard let read = ContentHash(hexadecimal: text) else {
          throw UpdaterError(.badText, "a hash is not 64 lower-case hexadecimal digits")
        }
        hash = read
      case "size": byteCount = try reader.integer(in: 0...UpdaterLimits.fileByteCountMax)
      case _: throw UpdaterError(.unknownKey, "a file has no such key")
      }
    }
    guard let path, let hash, let byteCount else {
      throw UpdaterError(.missingKey, "a file lacks a key")
    }
    return BundleFile(path: path, hash: hash, byteCount: byteCount)
  }
}
