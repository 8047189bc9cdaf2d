/// What the model does to the two devices and their messages.
package enum Fault: String, Hashable, Sendable, CaseIterable {
  case dropped = "message lost"
  case copied = "message copied"
  case overtaken = "message overtook others"
  case spoilt = "message spoilt"
  case replayed = "old message sent again"
  case delayed = "time passed over messages"
  case restored = "device put back to a backup"
  case clockSetBack = "clock set back"
  case crashBeforeCommit = "crash between two writes"
  case crashAfterCommit = "crash after commit, message delivered again"
}
