internal import TrueSealStore

/// Where this device stands, and the token it asked to join with (S-05, P-05).
struct JoinRecord {
  private static let secretCell = Cell("join_state", "token_secret", .integer(1))

  func load(in transaction: borrowing Transaction) throws(StoreError) -> JoinState {
    guard
      let row = try transaction.row(
        "SELECT status, token_agreement_key, token_signing_key, token_secret FROM join_state")
    else { return .notJoined }
    switch Status(rawValue: try row.text(0)) {
    case .notJoined: return .notJoined
    case .member: return .member
    case .leaving: return .leaving
    case .destroying: return .destroying
    case .pendingJoin:
      let secret = try transaction.opened(try row.blob(3), from: Self.secretCell)
      let parts = [try row.blob(1), try row.blob(2), secret]
      guard parts.allSatisfy({ $0.count == 32 }) else {
        throw StoreError(.damaged, "the stored token has a part of another length")
      }
      return .pendingJoin(
        PairingToken(
          keys: DevicePublicKeys(signingKey: parts[1], agreementKey: parts[0]), secret: parts[2]))
    case nil: throw StoreError(.damaged, "the stored status is unknown")
    }
  }

  /// Stores where this device stands; whether it was overtaken follows from what it holds.
  func save(_ state: JoinState, in transaction: borrowing Transaction) throws(StoreError) {
    var token: PairingToken?
    if case .pendingJoin(let asked) = state { token = asked }
    try transaction.run(
      """
      INSERT OR REPLACE INTO join_state
        (id, status, token_agreement_key, token_signing_key, token_secret) VALUES(1, ?, ?, ?, ?)
      """,
      .text((state == .overtaken ? .member : state.status).rawValue),
      Self.value(token?.agreementKey),
      Self.value(token?.signingKey),
      token.map { transaction.sealed($0.secret, for: Self.secretCell) } ?? .null)
  }

  private static func value(_ bytes: [UInt8]?) -> Value { bytes.map { .blob($0) } ?? .null }
}
