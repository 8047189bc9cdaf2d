extension Activation {
  /// Writes another port where the one drawn before cannot be had (UR-55).
  ///
  /// - Parameter save: Writes a state durably and says whether that worked.
  /// - Returns: Whether the port is the phone's now.
  public mutating func movePort(to port: UInt64, saving save: (State) -> Bool) -> Bool {
    guard UpdaterLimits.ports.contains(port) else { return false }
    var next = self
    next.state.port = port
    guard save(next.state) else { return false }
    next.isStored = true
    self = next
    return true
  }
}
