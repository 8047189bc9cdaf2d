import TrueSealCrypto
import TrueSealManifest
import TrueSealManifestStore
import TrueSealStore
import TrueSealSync
import TrueSealTransport

/// The store of a device that has admitted others, made without them.
struct Group {
  private static let name = "default"

  /// Where a folder keeps its store.
  static func store(in directory: String) -> String { "\(directory)/\(name).trueseal" }

  /// Writes the store of a device in a group of `memberCount`, itself included, sealed if there is a key.
  static func found(memberCount: Int, in directory: String, storeKey: [UInt8]? = nil) throws {
    let signing = SigningKey.generate(from: .system)
    let agreement = AgreementKey.generate(from: .system)
    let ledger = try ledger(
      memberCount: memberCount, founder: signing, agreementKey: agreement.publicKey)
    try write(ledger, of: signing, agreement, in: directory, storeKey: storeKey)
  }

  /// Writes the stores of two devices that are one group.
  static func foundPair(_ first: String, _ second: String) throws {
    let founder = SigningKey.generate(from: .system)
    let joiner = SigningKey.generate(from: .system)
    let agreement = AgreementKey.generate(from: .system)
    let joinersAgreement = AgreementKey.generate(from: .system)
    let groupID = Entropy.system.bytes(count: 32)
    var ledger = Ledger(groupID: groupID)
    let manifest = try Ledger.founding(
      groupID: groupID,
      founder: Member(
        signingKey: founder.publicKey, agreementKey: agreement.publicKey, admissionVersion: 1,
        label: try Label("device 1")),
      joiner: Member(
        signingKey: joiner.publicKey, agreementKey: joinersAgreement.publicKey,
        admissionVersion: 1, label: try Label("device 2")))
    let signed = try SignedManifest.signing(manifest, by: .live) { founder.sign($0) }
    _ = ledger.insert(try signed.verified(by: .live), from: nil)
    try write(ledger, of: founder, agreement, in: first, storeKey: nil)
    try write(ledger, of: joiner, joinersAgreement, in: second, storeKey: nil)
  }

  private static func write(
    _ ledger: Ledger, of signing: borrowing SigningKey, _ agreement: borrowing AgreementKey,
    in directory: String, storeKey: [UInt8]?
  ) throws {
    let (seed, secret) = (signing.seed().exposed(), agreement.secret().exposed())
    let database = try Database.open(
      directory: directory, name: name, schema: .client,
      cipher: storeKey.map { CellCipher(storeKey: $0) })
    defer { database.close() }
    try database.write { transaction throws(StoreError) in
      try transaction.run(
        "INSERT INTO identity(id, signing_seed, agreement_secret) VALUES (1, ?, ?)",
        transaction.sealed(seed, for: Cell("identity", "signing_seed", .integer(1))),
        transaction.sealed(secret, for: Cell("identity", "agreement_secret", .integer(1))))
      try transaction.run(
        "INSERT INTO join_state(id, status) VALUES (1, ?)", .text(Status.member.rawValue))
      try LedgerRecords().insert(ledger, in: transaction)
    }
  }

  /// Parts of a client over such a store, whose relay is never there unless a link is given.
  static func parts(
    in directory: String, pushes: (any Link)? = nil, storeKey: [UInt8]? = nil
  ) -> Parts {
    let cipher = storeKey.map { CellCipher(storeKey: $0) }
    return Parts(
      openDatabase: { schema throws(StoreError) in
        try Database.open(directory: directory, name: name, schema: schema, cipher: cipher)
      },
      connectReceive: { _ async throws(LinkError) -> any Link in
        throw LinkError(.unreachable, "there is no relay")
      },
      connectPush: { () async throws(LinkError) -> any Link in
        guard let pushes else { throw LinkError(.unreachable, "there is no relay") }
        return pushes
      })
  }

  private static func ledger(
    memberCount: Int, founder: borrowing SigningKey, agreementKey: [UInt8]
  ) throws -> Ledger {
    let groupID = Entropy.system.bytes(count: 32)
    var ledger = Ledger(groupID: groupID)
    let first = Member(
      signingKey: founder.publicKey, agreementKey: agreementKey, admissionVersion: 1,
      label: try Label("device 1"))
    for number in 2...memberCount {
      let signingKey = SigningKey.generate(from: .system).publicKey
      let agreementKey = AgreementKey.generate(from: .system).publicKey
      let label = try Label("device \(number)")
      let manifest =
        number == 2
        ? try Ledger.founding(
          groupID: groupID, founder: first,
          joiner: Member(
            signingKey: signingKey, agreementKey: agreementKey, admissionVersion: 1, label: label))
        : try ledger.admission(
          of: signingKey, agreementKey: agreementKey, label: label, by: founder.publicKey)
      let signed = try SignedManifest.signing(manifest, by: .live) { founder.sign($0) }
      _ = ledger.insert(try signed.verified(by: .live), from: nil)
    }
    return ledger
  }
}
