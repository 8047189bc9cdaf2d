internal import TrueSealCrypto
internal import TrueSealStore

/// The two key pairs of this device; exactly one row once the store has been opened (S-06).
struct IdentityRecord {
  private static let seedCell = Cell("identity", "signing_seed", .integer(1))
  private static let secretCell = Cell("identity", "agreement_secret", .integer(1))

  func load(in transaction: borrowing Transaction) throws(StoreError) -> DeviceKeys? {
    guard
      let row = try transaction.row("SELECT signing_seed, agreement_secret FROM identity")
    else { return nil }
    do {
      return try DeviceKeys(
        seed: SecretBytes(try transaction.opened(try row.blob(0), from: Self.seedCell)),
        secret: SecretBytes(try transaction.opened(try row.blob(1), from: Self.secretCell)))
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError(.damaged, "the stored identity is not a pair of keys")
    }
  }

  func save(_ keys: DeviceKeys, in transaction: borrowing Transaction) throws(StoreError) {
    try transaction.run(
      "INSERT OR REPLACE INTO identity(id, signing_seed, agreement_secret) VALUES(1, ?, ?)",
      transaction.sealed(keys.signing.seed().exposed(), for: Self.seedCell),
      transaction.sealed(keys.agreement.secret().exposed(), for: Self.secretCell))
  }
}
