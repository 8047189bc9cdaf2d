/// One load of an entry page; each load has a number of its own.
public struct LoadToken: Hashable, Sendable {
  /// The number, which no other load of this process has.
  public let number: UInt64

  /// Names a load.
  public init(_ number: UInt64) {
    self.number = number
  }
}

/// What came with the app.
public struct BuiltIn: Hashable, Sendable {
  /// Its seq, compiled into the app.
  public let seq: UInt64
  /// Its floor.
  public let floor: UInt64

  /// Describes it.
  public init(seq: UInt64, floor: UInt64) {
    self.seq = seq
    self.floor = floor
  }
}

/// A bundle to be shown, by one load.
public struct Served: Hashable, Sendable {
  /// Where its files are.
  public enum Source: Hashable, Sendable {
    /// In the store, under this release.
    case stored(UInt64)
    /// Where the app brought it, since nothing could be stored.
    case builtIn
  }

  /// Where its files are.
  public let source: Source
  /// The load that shows it.
  public let load: LoadToken
  /// Whether it is on trial, so that `ready` from this load confirms it.
  public let isTrial: Bool

  /// The same load, of what the app brought, where the store's copy cannot be read.
  package var fromApp: Served { Served(.builtIn, load: load) }

  init(_ source: Source, load: LoadToken, isTrial: Bool = false) {
    self.source = source
    self.load = load
    self.isTrial = isTrial
  }
}
