/// What the faults bring about; a run of many schedules in which one of these never comes up has
/// not tried what it was meant to try.
package enum Happening: String, Hashable, Sendable, CaseIterable {
  case completed = "reset completed"
  case glare = "both sides initiated"
  case restarted = "attempt replaced by its own side"
  case superseded = "attempt of the peer replaced by a newer one"
  case lost = "attempt given up for the peer's"
  case rejected = "End rejected"
  case automatic = "reset started by itself"
  case cancelled = "reset taken back"
  case repeated = "End sent again"
  case acknowledgedAgain = "End that came again was acknowledged again"
  case confirmedAgain = "confirmation sent again"
  case asked = "owner asked"
  case stalled = "owner told that nobody answers"
  case outOfStep = "owner told that messages cannot be read"
  case readOld = "text read on an archived session"
  case keyReused = "key used again by a device that was put back"
}
