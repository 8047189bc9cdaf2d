/// How an app hears of things.
extension TrueSeal {
  /// Sets the one function that handles messages; what waits in the inbox comes to it in order (D-12, D-13).
  ///
  /// It is awaited for each message, without a time limit. When it throws, it is tried again after 1, 2, 4 and 8 s,
  /// and then the message is dropped. It is called again for a message whose handling a crash kept from being recorded.
  /// - Throws: `closed`, `messageHandlerAlreadySet`.
  public func onMessage(
    _ handler: @escaping MessageHandler
  ) throws(TrueSealError) -> Subscription {
    try checkOpen()
    guard self.handler?.isCancelled ?? true else { throw .messageHandlerAlreadySet }
    let handler = SetHandler(handler)
    self.handler = handler
    renewReceiving()
    return Subscription { handler.cancel() }
  }

  /// Calls `listener` with every event, one after the other, beginning with those nobody has heard yet.
  public nonisolated func onEvent(
    _ listener: @escaping @concurrent @Sendable (Event) async -> Void
  ) -> Subscription { events.listen(listener) }

  /// Calls `listener` with every delivery issue, beginning with those nobody has heard yet (D-20).
  public nonisolated func onDeliveryIssue(
    _ listener: @escaping @concurrent @Sendable (DeliveryIssue) async -> Void
  ) -> Subscription { issues.listen(listener) }

  /// The events as a sequence; each caller gets all that follow, the first also those nobody has heard yet.
  public nonisolated var eventStream: AsyncStream<Event> { events.stream() }
}
