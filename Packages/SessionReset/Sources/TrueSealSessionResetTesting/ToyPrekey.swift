/// The secret keys of one attempt, as `ToyCipher` draws them.
public struct ToyPrekey: Hashable, Sendable {
  let signed: UInt64
  let oneTime: UInt64
}
