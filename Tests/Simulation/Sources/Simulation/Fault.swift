/// What the simulator does to devices and their mail, beside reordering it.
package enum Fault: String, Hashable, Sendable, CaseIterable {
  case offlineSpell = "offline spell"
  case longAbsence = "40 days offline"
  case lostMail = "mail older than 30 days dropped"
  case lostSession = "session lost"
  case lostAnswer = "answer lost, pushed again"
  case refusedPush = "push refused for now"
  case restart = "restart"
  case crashBeforeCommit = "crash before commit"
  case crashAfterCommit = "crash between commit and act"
  case redelivery = "mail delivered again"
  case refusedCommit = "commit refused, decision taken back"
  case overtaking = "mail overtook other mail"
}
