internal import TrueSealSessionReset
internal import TrueSealSessionResetTesting

extension World {
  func perform(_ step: Step) {
    stepCount += 1
    tell("\(step)")
    switch step.kind {
    case .start(let side):
      operate(side, step.mishap) { try $0.start(at: $1, in: $2) }
    case .cancel(let side):
      operate(side, step.mishap) { try $0.cancel(at: $1, in: $2) }
    case .answer(let side, let yes):
      let isDone = operate(side, step.mishap) {
        yes == 1 ? try $0.approve(at: $1, in: $2) : try $0.decline(at: $1, in: $2)
      }
      if isDone, yes != 1 { hasDeclined = true }
    case .say(let side): say(side, step.mishap)
    case .carry(let side): carry(side)
    case .take(let side, let place): take(side, place, step.mishap)
    case .drop(let side, let place): drop(side, place)
    case .copy(let side, let place): copy(side, place)
    case .spoil(let side, let place): spoil(side, place)
    case .replay(let side, let place): replay(side, place)
    case .rest(let time): rest(UInt64(time))
    case .backup(let side): backup(side)
    case .restore(let side): restore(side)
    case .setBack(let side, let time): setBack(side, UInt64(time))
    }
  }

  // MARK: What owners do

  func say(_ side: Int, _ mishap: Step.Mishap = .none) {
    let text = textCount * 2 + side
    textCount += 1
    operate(side, mishap) { try $0.send(Self.bytes(of: text), at: $1, in: $2) }
  }

  static func bytes(of text: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: text >> (24 - 8 * $0)) }
  }

  static func text(of bytes: [UInt8]) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }

  // MARK: What the network does

  func carry(_ side: Int) {
    for message in devices[side].shelf.takeOutbox() {
      checkKey(of: message, from: side)
      queues[1 - side].append(message)
      history[1 - side].append(message)
      tell("  \(side) sends \(words(for: message))")
    }
  }

  private func take(_ side: Int, _ place: Int, _ mishap: Step.Mishap) {
    guard let at = index(place, in: queues[side]) else { return }
    if at > 0 { count(.overtaken) }
    let message = queues[side][at]
    tell("  \(side) takes \(words(for: message))")
    takenCount += 1
    let isDone = operate(side, mishap, taking: message) {
      try $0.receive(message, at: $1, in: $2)
    }
    guard isDone, mishap != .after else { return }
    queues[side].remove(at: at)
  }

  private func drop(_ side: Int, _ place: Int) {
    guard let at = index(place, in: queues[side]) else { return }
    queues[side].remove(at: at)
    count(.dropped)
  }

  private func copy(_ side: Int, _ place: Int) {
    guard let at = index(place, in: queues[side]) else { return }
    queues[side].append(queues[side][at])
    count(.copied)
  }

  private func spoil(_ side: Int, _ place: Int) {
    guard let at = index(place, in: queues[side]) else { return }
    queues[side][at] = Self.spoilt(queues[side][at])
    count(.spoilt)
  }

  private func replay(_ side: Int, _ place: Int) {
    guard let at = index(place, in: history[side]) else { return }
    queues[side].append(history[side][at])
    count(.replayed)
  }

  private func index(_ place: Int, in queue: [Device.Message]) -> Int? {
    queue.isEmpty ? nil : place % queue.count
  }

  private static func spoilt(_ message: Device.Message) -> Device.Message {
    switch message {
    case .end(let end):
      // A signature that does not verify any more.
      var bundle = end.bundle
      bundle.signature ^= 1
      return .end(
        ResetEnd(
          id: end.id, epoch: end.epoch, prekey: end.prekey, bundle: bundle, basis: end.basis,
          proof: end.proof))
    case .rejected:
      return message
    case .opening(let opening):
      return .opening(
        OpeningMessage(
          tag: opening.tag, baseKey: opening.baseKey, prekey: opening.prekey,
          attempt: opening.attempt, sealed: turned(opening.sealed)))
    case .ordinary(let ordinary):
      return .ordinary(OrdinaryMessage(tag: ordinary.tag, sealed: turned(ordinary.sealed)))
    }
  }

  private static func turned(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    bytes[bytes.count - 1] ^= 1
    return bytes
  }

  // MARK: What time and people do

  func rest(_ time: UInt64) {
    if queues.contains(where: { !$0.isEmpty }) { count(.delayed) }
    now += time
    for side in 0..<2 { operate(side) { try $0.clockReached(at: $1, in: $2) } }
  }

  private func backup(_ side: Int) {
    let device = devices[side]
    devices[side].backup = Device.Backup(
      contents: device.shelf.contents, delivered: device.delivered, isReset: device.isReset)
  }

  private func restore(_ side: Int) {
    guard let backup = devices[side].backup else { return }
    devices[side].shelf.contents = backup.contents
    devices[side].delivered = backup.delivered
    devices[side].isReset = backup.isReset
    devices[side].automaticAt = nil
    devices[side].wasRestored = true
    for text in backup.contents.waiting { devices[side].tainted.insert(Self.text(of: text)) }
    count(.restored)
    operate(side) { try $0.clockReached(at: $1, in: $2) }
  }

  private func setBack(_ side: Int, _ time: UInt64) {
    devices[side].behind += time
    devices[side].automaticAt = nil
    count(.clockSetBack)
    operate(side) { try $0.clockReached(at: $1, in: $2) }
  }
}
