import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The signals that ask the program to stop; heard for as long as this object lives.
final class Signals {
  /// Made once a signal has come.
  let request = StopRequest()
  private let sources: [any DispatchSourceSignal]

  /// Listens for SIGTERM and SIGINT from here on, and lets writes to a closed pipe fail quietly.
  init() {
    _ = signal(SIGPIPE, SIG_IGN)
    sources = [SIGTERM, SIGINT].map { number in
      _ = signal(number, SIG_IGN)
      return DispatchSource.makeSignalSource(signal: number, queue: .global())
    }
    for source in sources {
      source.setEventHandler { @Sendable [request] in request.make() }
      source.resume()
    }
  }
}
