/// Seals single cells of a store under a key of the app's, which the store itself never sees.
public struct CellCipher: Sendable {
  /// Tells the key from others in the file's header, before anything is touched; never zero.
  let mark: UInt32
  let seal: @Sendable (_ bytes: [UInt8], _ place: [UInt8]) -> [UInt8]
  let open: @Sendable (_ sealed: [UInt8], _ place: [UInt8]) -> [UInt8]?

  /// A cipher of the caller's.
  ///
  /// - Parameters:
  ///   - mark: derived from the key in one way only, so that it gives nothing of it away.
  ///   - seal: hides and authenticates bytes, and authenticates the place they are sealed for.
  ///   - open: undoes it; nil for bytes that were not sealed for this place, or not with this key.
  public init(
    mark: UInt32,
    seal: @escaping @Sendable (_ bytes: [UInt8], _ place: [UInt8]) -> [UInt8],
    open: @escaping @Sendable (_ sealed: [UInt8], _ place: [UInt8]) -> [UInt8]?
  ) {
    self.mark = max(1, mark)
    self.seal = seal
    self.open = open
  }
}
