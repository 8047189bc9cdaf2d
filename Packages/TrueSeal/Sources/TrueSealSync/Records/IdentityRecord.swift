internal import TrueSealCrypto
internal import TrueSealStore

/// The two key pairs of this device; exactly one row once the store has been opened (S-06).
struct IdentityRecord {
  func load(in transaction: borrowing Transaction) throws(StoreError) -> DeviceKeys? {
    guard
      let row = try transaction.row("SELECT signing_seed, agreement_secret FROM identity")
    else { return nil }
    do {
      return try DeviceKeys(
        seed: SecretBytes(try row.blob(0)), secret: SecretBytes(try row.blob(1)))
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreError(.damaged, "the stored identity is not a pair of keys")
    }
  }

  func save(_ keys: DeviceKeys, in transaction: borrowing Transaction) throws(StoreError) {
    try transaction.run(
      "INSERT OR REPLACE INTO identity(id, signing_seed, agreement_secret) VALUES(1, ?, ?)",
      .blob(keys.signing.seed().exposed()), .blob(keys.agreement.secret().exposed()))
  }
}
