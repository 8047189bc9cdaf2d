internal import TrueSealCrypto
internal import TrueSealTransport

/// What a received envelope turned out to be, before anybody asks who may say so.
enum Inbound {
  /// It is for this device, opened, and signed by the author it names.
  case content(VerifiedContent)
  /// It is of a newer End-to-End Version and must wait for an upgrade (W-36).
  case newer(version: UInt16)
  /// It is of a version that is no longer read (W-36).
  case older
  /// It is nothing this device can read.
  case malformed

  static let label = "trueseal envelope v1"
  /// What this client can read: it has the package SessionReset (W-35).
  private static let tags = MessageTag.core.union([.conversation])

  /// Why a message that was opened is dropped before its body is looked at, its age asked before its author (D-10).
  ///
  static func refusal(
    of content: VerifiedContent, now: Int64, isAuthorized: Bool
  ) -> DeliveryIssue? {
    if isExpired(content.tag, sentAt: content.timestamp, now: now) { return .unreadable(.expired) }
    return isAuthorized ? nil : .unauthorized
  }

  /// Says whether a message has outlived the Replay Window; one from the future has not.
  ///
  /// What an old copy could do no harm with, a list or the end of the group, is never too old.
  static func isExpired(_ tag: MessageTag, sentAt timestamp: UInt64, now: Int64) -> Bool {
    guard tag == .sync || tag == .pair || tag == .conversation else { return false }
    return Int64(clamping: timestamp) < now - SyncLimits.replayWindowMilliseconds
  }

  /// Opens an envelope with this device's keys: version, layout, recipient, seal, padding, signature (D-10).
  static func opening(
    _ bytes: [UInt8], with keys: DeviceKeys, of versions: EndToEndVersions = .released
  ) -> Inbound {
    do {
      let recipient = keys.publicKeys.agreementKey
      switch try EnvelopeVersion.peek(bytes, addressedTo: recipient, by: versions) {
      case .newer(let version): return .newer(version: version)
      case .older: return .older
      case .current: break
      }
      let envelope = try Envelope(decoding: bytes, of: versions)
      guard envelope.header.recipient == recipient else { return .malformed }
      let plaintext = try SealedBox.open(
        envelope.ciphertext, with: keys.agreement, from: envelope.header.ephemeral,
        label: label, header: envelope.header.encoded())
      let content = try UnverifiedContent(decoding: plaintext, tags: tags)
      return .content(
        try content.verified(header: envelope.header) { signature, message, key in
          SigningKey.verify(signature, of: message, by: key)
        })
    } catch {
      return .malformed
    }
  }
}
