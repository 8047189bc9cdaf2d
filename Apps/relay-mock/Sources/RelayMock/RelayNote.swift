import TrueSealCrypto
import TrueSealTransport

/// Something the relay says about itself.
///
/// The first group is all that a relay in normal mode ever says. The second, which names parts of
/// keys, sizes and blob ids, is handed out in development only. No note holds an address of a
/// device or a byte of an envelope.
public enum RelayNote: Hashable, Sendable, CustomStringConvertible {
  /// Both listeners are open.
  case started
  /// The store refused to work; pushes are refused for now.
  case storeFailed(String)
  /// A listener broke and takes no more connections.
  case listenerFailed(String)
  /// Everything is closed.
  case stopped

  /// Notes that name devices follow from here on.
  case developmentMode
  /// A device has opened a Receive Session for this inbox.
  case receiveOpened(inbox: [UInt8])
  /// That session is over.
  case receiveClosed(inbox: [UInt8])
  /// Someone has opened a Push Session.
  case pushOpened
  /// That session is over.
  case pushClosed
  /// A push is stored and synced.
  case held(blobID: UInt64, recipient: [UInt8], byteCount: Int)
  /// A push was not stored.
  case refused(code: UInt8, recipient: [UInt8], byteCount: Int)
  /// A blob has been handed to a Receive Session.
  case delivered(blobID: UInt64, inbox: [UInt8], byteCount: Int)
  /// A blob was taken out by its owner.
  case acknowledged(blobID: UInt64, inbox: [UInt8])
  /// A fault has struck.
  case faultStruck(point: Fault.Point)

  /// True for the notes that a relay in normal mode may hand out.
  public var isForEveryone: Bool {
    switch self {
    case .started, .storeFailed, .listenerFailed, .stopped: true
    case .developmentMode, .receiveOpened, .receiveClosed, .pushOpened, .pushClosed, .held,
      .refused, .delivered, .acknowledged, .faultStruck:
      false
    }
  }

  /// One line for people; keys are cut to their first four bytes.
  public var description: String {
    switch self {
    case .started: "relay started"
    case .storeFailed(let detail): "error: store: \(detail)"
    case .listenerFailed(let detail): "error: listener: \(detail)"
    case .stopped: "relay stopped"
    case .developmentMode:
      "warning: --dev is on: notes name parts of keys, sizes and blob ids; not for real users"
    case .receiveOpened(let inbox): "dev: receive session of \(brief(inbox)) opened"
    case .receiveClosed(let inbox): "dev: receive session of \(brief(inbox)) closed"
    case .pushOpened: "dev: push session opened"
    case .pushClosed: "dev: push session closed"
    case .held(let blobID, let recipient, let byteCount):
      "dev: blob \(blobID) of \(byteCount) bytes held for \(brief(recipient))"
    case .refused(let code, let recipient, let byteCount):
      "dev: push of \(byteCount) bytes for \(brief(recipient)) refused: "
        + Hexadecimal.encode([code])
    case .delivered(let blobID, let inbox, let byteCount):
      "dev: blob \(blobID) of \(byteCount) bytes delivered to \(brief(inbox))"
    case .acknowledged(let blobID, let inbox): "dev: blob \(blobID) taken by \(brief(inbox))"
    case .faultStruck(let point): "dev: a fault struck at \(point.rawValue)"
    }
  }

  private func brief(_ key: [UInt8]) -> String {
    Hexadecimal.encode(Array(key.prefix(4))) + "…"
  }
}
