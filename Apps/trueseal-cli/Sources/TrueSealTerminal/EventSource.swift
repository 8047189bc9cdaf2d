internal import Dispatch

/// Something of the system that is listened to until it is cancelled.
final class EventSource: @unchecked Sendable {  // Dispatch guards its sources by itself.
  private let source: any DispatchSourceProtocol

  /// Hears a signal.
  init(signal number: Int32, _ heard: @escaping @Sendable () -> Void) {
    source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler(handler: heard)
    source.resume()
  }

  /// Hears when a socket has something to read; the socket stays open until this is cancelled.
  init(reading socket: Descriptor, _ heard: @escaping @Sendable () -> Void) {
    source = socket.lend { number in
      DispatchSource.makeReadSource(
        fileDescriptor: number, queue: DispatchQueue(label: "trueseal.arrivals"))
    }
    source.setEventHandler(handler: heard)
    source.setCancelHandler { @Sendable in withExtendedLifetime(socket) {} }
    source.resume()
  }

  func cancel() { source.cancel() }
}
