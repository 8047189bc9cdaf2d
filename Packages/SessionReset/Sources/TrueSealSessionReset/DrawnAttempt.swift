/// Everything that is drawn fresh for one attempt of this device (SK-25, SK-28).
public struct DrawnAttempt<Prekey: Sendable, Bundle: Sendable>: Sendable {
  /// Two random names.
  public let draft: Draft
  /// The secret keys: a signed prekey and a one-time prekey.
  public let prekey: Prekey
  /// Their public halves, signed.
  public let bundle: Bundle

  /// Puts together what was drawn.
  public init(draft: Draft, prekey: Prekey, bundle: Bundle) {
    self.draft = draft
    self.prekey = prekey
    self.bundle = bundle
  }
}
