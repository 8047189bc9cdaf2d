/// What a signature covers: a label for its one use, a zero byte, then the bytes themselves.
///
/// The label keeps a signature from being valid for anything else the same key signs (UC-3).
public enum SignedMessage {
  /// What is signed for a manifest, whose bytes are taken as they are stored.
  public static func manifest(_ bytes: [UInt8]) -> [UInt8] {
    labelled("valence.bundle.v1", bytes)
  }

  /// What is signed for a pointer; the channel is part of it, so that no other can show it (UX-04).
  public static func pointer(_ bytes: [UInt8], channel: Channel) -> [UInt8] {
    labelled("valence.pointer.v1", Array(channel.name.utf8) + [0] + bytes)
  }

  private static func labelled(_ label: String, _ bytes: [UInt8]) -> [UInt8] {
    var message: [UInt8] = []
    message.reserveCapacity(label.utf8.count + 1 + bytes.count)
    message.append(contentsOf: label.utf8)
    message.append(0)
    message.append(contentsOf: bytes)
    return message
  }
}
