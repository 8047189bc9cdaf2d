/// A session that is only read, never sent on (SR-11, SK-04).
struct Archived: Hashable, Sendable {
  let tag: SessionTag
  /// When the reset that replaced it completed; nil while that one runs (SK-22).
  var replacedAt: UInt64?
}
