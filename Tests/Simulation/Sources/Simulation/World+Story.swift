internal import TrueSealManifest
internal import TrueSealOutbox

extension World {
  func name(ofRecipient entry: Entry) -> String {
    devices.first { $0.agreementKey == entry.recipient }?.name ?? "nobody"
  }

  /// A manifest by its version, the first digits of its hash, and what it does.
  func words(for manifest: VerifiedManifest) -> String {
    let content = manifest.manifest
    let title = "v\(content.version).\(Self.digits(of: manifest.hash))"
    guard let parent = content.parent.flatMap({ manifests[$0] })?.manifest else { return title }
    let joined = content.members.filter { parent.member($0.signingKey) == nil }
    let gone = parent.members.filter { content.member($0.signingKey) == nil }
    var parts =
      joined.map { "+" + name(of: $0.signingKey) } + gone.map { "-" + name(of: $0.signingKey) }
    if !content.onBehalf.isEmpty {
      parts.append("for " + content.onBehalf.map(Self.digits).joined(separator: ","))
    }
    let list = content.members.map { name(of: $0.signingKey) }.sorted().joined()
    return
      "\(title)[\(name(of: content.issuer)): \(parts.joined(separator: " ")) = \(list) on \(content.parent.map(Self.digits) ?? "")]"
  }

  func words(for letter: Letter) -> String {
    guard let own = letter.manifests.first else {
      return "a message (view \(Self.digits(of: letter.view)))"
    }
    let others = letter.manifests.dropFirst().map { " " + Self.digits(of: $0.hash) }
    return words(for: own) + others.joined()
  }

  func name(of signingKey: [UInt8]) -> String {
    device(signing: signingKey).map(Device.name) ?? "?"
  }

  static func digits(of hash: [UInt8]) -> String {
    hash.prefix(2).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  func narrate(_ effects: [Membership.Effect], of membership: Membership, for id: Int) {
    guard journal != nil else { return }
    for effect in effects {
      switch effect {
      case .ledger(.held(let hash)):
        guard let manifest = membership.ledger.manifest(hash) else { continue }
        let isOwn = manifest.manifest.issuer == devices[id].signingKey
        tell("  \(devices[id].name) \(isOwn ? "issues" : "holds") \(words(for: manifest))")
      case .ledger(.currentChanged(let hash)):
        tell("  \(devices[id].name) now believes \(hash.map(Self.digits) ?? "nothing")")
      case .ledger(.waiting(let hash)):
        tell("  \(devices[id].name) lets \(Self.digits(of: hash)) wait")
      case .ledger(.refused(let hash, let code)):
        tell("  \(devices[id].name) refuses \(Self.digits(of: hash)): \(code)")
      case .send(let mail):
        let words = mail.manifests.map { Self.digits(of: $0.hash) }.joined(separator: " ")
        tell("  \(devices[id].name) queues \(words) for \(name(of: mail.recipient.signingKey))")
      case .ledger(.forgotten), .remember, .noteSent, .noteTold, .noteCaughtUp, .leaving,
        .admissionDropped, .removed:
        break
      }
    }
    if membership.standing != .member {
      tell("  \(devices[id].name) is \(membership.standing)")
    }
  }
}
