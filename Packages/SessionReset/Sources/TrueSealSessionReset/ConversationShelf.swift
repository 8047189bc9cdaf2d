/// Where one conversation is kept; `Access` is the right to one transaction, such as that of a
/// database, and is lent to each operation.
///
/// Everything an operation does belongs to the transaction it was lent: if it throws, all of it
/// must be undone. Operations of a conversation never overlap (SK-37). What is erased must be gone
/// from the disk, as far as that can be promised (SK-21).
public struct ConversationShelf<Access: ~Copyable, Cipher: SessionCipher>: Sendable {
  /// An End as this cipher makes it.
  public typealias End = ResetEnd<Cipher.Bundle>
  /// A message as this cipher makes it.
  public typealias Message = ConversationMessage<Cipher.Bundle>

  /// The bytes of the machine; nil before the first save.
  public var loadRecord: @Sendable (borrowing Access) throws -> [UInt8]?
  /// Replaces the bytes of the machine, and when it wants to look at the clock next, if ever.
  public var saveRecord: @Sendable ([UInt8], UInt64?, borrowing Access) throws -> Void
  /// One session.
  public var loadSession: @Sendable (SessionTag, borrowing Access) throws -> Cipher.Session?
  /// Stores or replaces one session.
  public var saveSession: @Sendable (Cipher.Session, SessionTag, borrowing Access) throws -> Void
  /// Erases one session.
  public var eraseSession: @Sendable (SessionTag, borrowing Access) throws -> Void
  /// The secret keys of one attempt.
  public var loadPrekey: @Sendable (PrekeyID, borrowing Access) throws -> Cipher.Prekey?
  /// Stores the secret keys of one attempt.
  public var savePrekey: @Sendable (Cipher.Prekey, PrekeyID, borrowing Access) throws -> Void
  /// Erases the secret keys of one attempt.
  public var erasePrekey: @Sendable (PrekeyID, borrowing Access) throws -> Void
  /// This device's running End, or the one of the peer that waits for the owner.
  public var loadEnd: @Sendable (Side, borrowing Access) throws -> End?
  /// Stores or replaces the End of one side.
  public var saveEnd: @Sendable (End, Side, borrowing Access) throws -> Void
  /// Erases the End of one side.
  public var eraseEnd: @Sendable (Side, borrowing Access) throws -> Void
  /// Puts a text behind those that wait for a session.
  public var appendWaiting: @Sendable ([UInt8], borrowing Access) throws -> Void
  /// Takes the first text that waits away, and returns it.
  public var takeWaiting: @Sendable (borrowing Access) throws -> [UInt8]?
  /// How many texts wait.
  public var countWaiting: @Sendable (borrowing Access) throws -> Int
  /// Puts a message into the outbox; an End that is unsent may give way to its repetition.
  public var enqueue: @Sendable (Message, borrowing Access) throws -> Void
  /// Takes an End out of the outbox; false when it may have left (SK-41).
  public var withdrawEnd: @Sendable (AttemptID, borrowing Access) throws -> Bool

  /// Names everything a shelf can do.
  public init(
    loadRecord: @escaping @Sendable (borrowing Access) throws -> [UInt8]?,
    saveRecord: @escaping @Sendable ([UInt8], UInt64?, borrowing Access) throws -> Void,
    loadSession: @escaping @Sendable (SessionTag, borrowing Access) throws -> Cipher.Session?,
    saveSession: @escaping @Sendable (Cipher.Session, SessionTag, borrowing Access) throws -> Void,
    eraseSession: @escaping @Sendable (SessionTag, borrowing Access) throws -> Void,
    loadPrekey: @escaping @Sendable (PrekeyID, borrowing Access) throws -> Cipher.Prekey?,
    savePrekey: @escaping @Sendable (Cipher.Prekey, PrekeyID, borrowing Access) throws -> Void,
    erasePrekey: @escaping @Sendable (PrekeyID, borrowing Access) throws -> Void,
    loadEnd: @escaping @Sendable (Side, borrowing Access) throws -> End?,
    saveEnd: @escaping @Sendable (End, Side, borrowing Access) throws -> Void,
    eraseEnd: @escaping @Sendable (Side, borrowing Access) throws -> Void,
    appendWaiting: @escaping @Sendable ([UInt8], borrowing Access) throws -> Void,
    takeWaiting: @escaping @Sendable (borrowing Access) throws -> [UInt8]?,
    countWaiting: @escaping @Sendable (borrowing Access) throws -> Int,
    enqueue: @escaping @Sendable (Message, borrowing Access) throws -> Void,
    withdrawEnd: @escaping @Sendable (AttemptID, borrowing Access) throws -> Bool
  ) {
    self.loadRecord = loadRecord
    self.saveRecord = saveRecord
    self.loadSession = loadSession
    self.saveSession = saveSession
    self.eraseSession = eraseSession
    self.loadPrekey = loadPrekey
    self.savePrekey = savePrekey
    self.erasePrekey = erasePrekey
    self.loadEnd = loadEnd
    self.saveEnd = saveEnd
    self.eraseEnd = eraseEnd
    self.appendWaiting = appendWaiting
    self.takeWaiting = takeWaiting
    self.countWaiting = countWaiting
    self.enqueue = enqueue
    self.withdrawEnd = withdrawEnd
  }
}
