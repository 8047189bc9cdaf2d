internal import TrueSealSync

/// Why a store does not open or stays shut, told to its owner: what is wrong, then what to do.
struct StoreTrouble: Equatable, Sendable {
  /// Nothing known but the error.
  static let unnamed = StoreTrouble(path: nil, isKeyGiven: true, holder: nil)

  /// The store's file, where it is known.
  let path: String?
  /// Whether the command was given a key or a passphrase for it.
  let isKeyGiven: Bool
  /// The process that has it open, where one is known.
  let holder: Int?

  /// The reason in two sentences that name the file; other errors say what they always say.
  func refusal(for error: TrueSealError) -> Refusal {
    switch error {
    case .storage(let reason):
      let (trouble, remedy) = sentences(for: reason)
      return Refusal(.storage, "\(trouble) \(remedy)")
    case .storeTooNew:
      return Refusal(
        .storeTooNew,
        "A newer release of trueseal wrote \(store), and it was left as it is. "
          + "Install that release or a later one, then try again.")
    default: return Refusal(error)
    }
  }

  private var name: String { path.map { "store \($0)" } ?? "store" }
  private var store: String { "the \(name)" }

  private func sentences(for reason: StorageReason) -> (trouble: String, remedy: String) {
    switch reason {
    case .full:
      (
        "There is no room left on the disk for \(store), and nothing was lost.",
        "Make room on that disk, then try again."
      )
    case .unreadable:
      (
        "The \(name) cannot be read and written by you, or its folder cannot.",
        "Make both your own with chown and chmod u+rw, with no link in their place, then try again."
      )
    case .inUse:
      (
        "\(holder.map { "Process \($0)" } ?? "Another process") has \(store) open.",
        "Wait until it ends, or end it, then try again."
      )
    case .damaged:
      (
        "The \(name) is damaged or is no store.",
        "Move it and the files beside it whose names begin the same out of the way, then pair this "
          + "device again as a new one."
      )
    case .wrongKey where isKeyGiven:
      (
        "The \(name) is not sealed with the key or passphrase given.",
        "Give the one it was made with, or none if it was made without."
      )
    case .wrongKey:
      (
        "The \(name) is sealed, and no key or passphrase was given.",
        "Give the one it was made with: --store-key-file FILE, or --passphrase."
      )
    case .io:
      (
        "The disk answered with an error when \(store) was read or written.",
        "Check the disk, then try again."
      )
    }
  }
}
