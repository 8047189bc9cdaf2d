/// A two-way street of frames between a device and a relay.
///
/// Both calls may be made from several tasks at once; frames leave in the order of the calls to
/// `send`, one writer at a time (W-14).
public protocol Link: Sendable {
  /// Hands a frame to the street; returning says nothing about arrival.
  ///
  /// Waits while the street is full, so that a fast sender cannot fill memory.
  /// - Throws: `LinkError`; `closed` once either side has closed.
  func send(_ frame: Frame) async throws(LinkError)

  /// Waits for the next frame; nil once the peer has closed and all it sent was read.
  ///
  /// - Throws: `LinkError`; `closed` once this side has closed, `malformed` for foreign bytes.
  func receive() async throws(LinkError) -> Frame?

  /// Ends the link; calls that wait end with `closed`. May be called again.
  func close()
}
