/// What a bundle needs from the host it runs in.
public struct Requirements: Hashable, Sendable {
  /// One bucket of data at one schema.
  public struct Pair: Hashable, Sendable {
    /// The bucket: a lower-case letter, then letters, digits and underscores.
    public let bucket: String
    /// The schema of what is in it.
    public let schema: UInt64

    /// Takes a pair; the manifest checks it.
    public init(bucket: String, schema: UInt64) {
      self.bucket = bucket
      self.schema = schema
    }
  }

  /// The lowest build of the host.
  public let host: UInt64
  /// The schema of the bridge between page and host.
  public let bridge: UInt64
  /// Data that must have been synced at least once.
  public let data: [Pair]

  /// Takes the requirements; the manifest checks them.
  public init(host: UInt64, bridge: UInt64, data: [Pair] = []) {
    self.host = host
    self.bridge = bridge
    self.data = data
  }
}
