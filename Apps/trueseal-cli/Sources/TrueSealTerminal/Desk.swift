/// Somebody who carries out requests: the store's opener, in this process or another one.
protocol Desk: Sendable {
  /// Carries out a request; returns early, refusing, when the calling task is cancelled.
  func ask(_ request: Request) async throws(Refusal) -> Reply
}

/// The opener of the store in another process.
struct DistantDesk: Desk {
  let line: Line

  /// One request at a time.
  func ask(_ request: Request) async throws(Refusal) -> Reply {
    guard let letter = Letter<Request>.bytes(request) else {
      throw Refusal(.payloadTooLarge, "this is too long for a message")
    }
    guard await line.send(letter) else { throw .gone }
    var letters = line.letters.makeAsyncIterator()
    guard let answer = await letters.next() else {
      throw Task.isCancelled ? .interrupted : .gone
    }
    let reply = try Letter<Reply>.content(of: answer)
    if case .refused(let refusal) = reply { throw refusal }
    return reply
  }
}
