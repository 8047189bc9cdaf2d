/// One of two ends that are wired to each other inside one process.
///
/// Frames pass as values, in order, none lost or repeated. Dropping an end closes it.
public final class LoopbackLink: Link {
  private let outbound: LoopbackLane
  private let inbound: LoopbackLane

  private init(outbound: LoopbackLane, inbound: LoopbackLane) {
    self.outbound = outbound
    self.inbound = inbound
  }

  deinit { close() }

  /// Makes two ends; what one sends the other receives.
  ///
  /// Each direction holds `TransportLimits.Chosen.loopbackFrameCountMax` frames, then `send` waits.
  public static func pair() -> (LoopbackLink, LoopbackLink) {
    let there = LoopbackLane()
    let back = LoopbackLane()
    return (
      LoopbackLink(outbound: there, inbound: back), LoopbackLink(outbound: back, inbound: there)
    )
  }

  /// Hands a frame to the other end, waiting while it has too many unread.
  ///
  /// - Throws: `LinkError`: `closed` once either end has closed, `cancelled` with the calling task.
  public func send(_ frame: Frame) async throws(LinkError) {
    try await outbound.send(frame)
  }

  /// Waits for the other end's next frame; nil once it has closed and all it sent was read.
  ///
  /// - Throws: `LinkError`: `closed` once this end has closed, `cancelled` with the calling task.
  public func receive() async throws(LinkError) -> Frame? {
    try await inbound.receive()
  }

  /// Ends both directions; the other end still reads what was sent before.
  public func close() {
    outbound.closeSending()
    inbound.closeReceiving()
  }
}
