@testable import TrueSealUpdaterFiles

/// A network without a network: answers come from memory.
struct SiteLane: ExchangeLane {
  let prefix: String
  let site: [String: [UInt8]]

  func perform(_ exchange: Exchange, into sink: inout any ExchangeSink) -> Exchange.Ending {
    guard exchange.address.hasPrefix(prefix),
      let bytes = site[String(exchange.address.dropFirst(prefix.count))]
    else { return .failed(.status(404)) }
    guard sink.begin(Exchange.Head(status: 200, range: nil)) else { return .declined }
    let half = bytes.count / 2
    for part in [bytes[..<half], bytes[half...]] where !part.isEmpty {
      guard sink.receive(Array(part)) else { return .declined }
    }
    return .complete
  }
}
