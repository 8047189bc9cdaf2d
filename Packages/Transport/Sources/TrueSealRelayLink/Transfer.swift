/// What became of one attempt to move bytes through a socket.
enum Transfer: Equatable {
  case moved(Int)
  /// Nothing moved; the poller tells when it is worth trying again.
  case blocked
  /// The peer will send nothing more; only reading says so.
  case ended
  case failed
}
