internal import TrueSealUpdater

extension Updater {
  /// The loopback port of the host's server, kept because web storage is bound to it (UR-55).
  ///
  /// Nil before the first start and in a process that does not hold the lock: any port will do there.
  public var port: UInt64? { machine?.state.port }

  /// Draws and keeps another port, after a few tries to have the old one.
  ///
  /// - Throws: `UpdaterFilesError`, code `notStored`; then the port is as before.
  public func drawPort() throws(UpdaterFilesError) -> UInt64 {
    guard var next = machine else {
      throw UpdaterFilesError(.notStored, "another process holds the lock")
    }
    let old = next.state.port
    var port = drawnPort()
    while port == old { port = drawnPort() }
    guard next.movePort(to: port, saving: save) else {
      throw UpdaterFilesError(.notStored, "the port cannot be written")
    }
    machine = next
    settings.report(.trouble("the port is \(port) now"))
    return port
  }
}
