internal import TrueSealManifest
internal import TrueSealOutbox

extension World {
  /// Feeds all that decides how the world goes on and how it is judged, times as distances from now.
  ///
  /// Left out are the counts of steps, messages and faults, what was told, and when a letter came:
  /// no walk takes as long as the relay keeps mail.
  ///
  /// `victim` is the device whose line may yet drop.
  mutating func hash(into hasher: inout Hasher, victim: Int?) {
    for id in devices.indices { hasher.combine(print(of: id, isSteady: id != victim)) }
    hasher.combine(min(now - lastNewsAt, Self.calmMilliseconds))
    hasher.combine(Set(intents))
    hasher.combine(breaches.count)
  }
}

extension World {
  /// A number that stands for a device and its inbox as they are now.
  private mutating func print(of id: Int, isSteady: Bool) -> Int {
    if let known = devices[id].print { return known }
    var hasher = Hasher()
    devices[id].hash(into: &hasher, now: now, isSteady: isSteady)
    for letter in inboxes[id] {
      hasher.combine(letter.author)
      hasher.combine(letter.view)
      hasher.combine(letter.manifests.map(\.hash))
    }
    let print = hasher.finalize()
    devices[id].print = print
    return print
  }
}

extension Device {
  func hash(into hasher: inout Hasher, now: UInt64, isSteady: Bool) {
    hasher.combine(phase)
    guard isLive else { return }
    hasher.combine(isOnline)
    hasher.combine(isDrained)
    hasher.combine(isHeadSeen)
    hasher.combine(nextWake.map { wait(until: $0, from: now) })
    hasher.combine(drainWake.map { wait(until: $0, from: now) })
    // Where the inbox is known to be empty the line's end will be noted when it comes.
    if !isDrained { hasher.combine(now - disk.connectedUntil) }
    hashMail(into: &hasher, now: now)
    hasher.combine(wait)
    membership?.hash(into: &hasher, at: clock(at: now), isSettled: isSteady && isDrained)
    // The disk holds what the machine holds, but for the order of its changes.
    hasher.combine(membership == nil ? Set(disk.held.keys) : [])
    hasher.combine(disk.isLeaving)
  }

  private func wait(until time: UInt64, from now: UInt64) -> UInt64 { time - min(time, now) }

  /// Feeds the outbox and its session; which numbers its entries have is of no account.
  private func hashMail(into hasher: inout Hasher, now: UInt64) {
    var places: [Entry.ID: Int] = [:]
    var counts: [[UInt8]: Int] = [:]
    for post in disk.posts {
      let place = counts[post.entry.recipient, default: 0]
      counts[post.entry.recipient] = place + 1
      places[post.entry.id] = place
    }
    for recipient in counts.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      hasher.combine(recipient)
      for post in disk.posts where post.entry.recipient == recipient {
        hasher.combine(post.entry.kind)
        hasher.combine(post.manifests.map(\.hash))
      }
    }
    func feed(_ entries: [Entry.ID]) {
      hasher.combine(entries.map(\.recipient))
      hasher.combine(entries.map { places[$0] })
    }
    feed(inFlight.map(\.id))
    feed(room.unanswered)
    hasher.combine(isRefusing)
    hashSession(into: &hasher, now: now)
    for lane in room.lanes {
      hasher.combine(lane.recipient)
      feed(lane.inFlight.map(\.entry.id))
      feed(lane.queued.map(\.entry.id))
      hasher.combine(lane.supply)
      hasher.combine(
        disk.posts.count {
          $0.entry.recipient == lane.recipient && $0.entry.sequence <= lane.loadedTo
        })
      hasher.combine(lane.needsNewSession)
      hash(lane.pause, into: &hasher, now: now)
    }
  }

  private func hashSession(into hasher: inout Hasher, now: UInt64) {
    if case .waiting(let end) = room.state {
      hasher.combine(end - clock(at: now).uptime)
    } else {
      hasher.combine(room.state)
    }
    hasher.combine(roomWake.map { wait(until: $0, from: now) })
    hash(room.reconnect, into: &hasher, now: now)
    hasher.combine(room.turn)
    hasher.combine(room.isCutOff)
  }

  private func hash(_ pause: Pause, into hasher: inout Hasher, now: UInt64) {
    hasher.combine(pause.length)
    hasher.combine(pause.end.map { max(.zero, $0 - clock(at: now).uptime) })
  }
}
