/// The time in which other devices may ask to be admitted, and who has asked.
///
/// It lives in memory only: a restart closes it and spends its secret. Source: rules P-01 to P-03.
struct PairingWindow: Hashable, Sendable {
  /// What a proven request does to the window.
  enum Outcome: Hashable, Sendable {
    /// A device asked for the first time.
    case raised(JoinRequest)
    /// The same device asked again.
    case repeated
    /// As many devices wait as may.
    case full
  }

  let secret: [UInt8]
  private(set) var requests: [JoinRequest] = []

  init(secret: [UInt8]) { self.secret = secret }

  /// Takes a request whose proof was checked.
  mutating func receive(_ request: JoinRequest) -> Outcome {
    if requests.contains(where: { $0.keys == request.keys }) { return .repeated }
    guard requests.count < SyncLimits.joinRequestsMax else { return .full }
    requests.append(request)
    return .raised(request)
  }
}
