/// What must never be; the numbers are those of the invariants.
package enum Flaw: String, Hashable, Sendable, CaseIterable {
  case apart = "I1 the two do not come to one session"
  case endless = "I1 messages breed messages"
  case neededOwner = "I1 only the owner could mend it, though no device was put back"
  case oldSession = "I2 a reset was done on a session older than it"
  case deliveredTwice = "I3 a text was delivered twice"
  case failureWrote = "I4 a message that failed changed what is kept"
  case keyUsedTwice = "I5 a key was used twice"
  case chatter = "I6 more than one message answered one message"
  case disorder = "I7 what is kept and what the record says differ"
  case tooManyResets = "I8 resets started by themselves within an hour"
  case wrongNotices = "I9 the owner was told too much or too little"
  case sentOnOld = "a message was sent on a session that is not active"
  case failed = "an operation failed"
}
