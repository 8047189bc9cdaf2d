internal import TrueSealManifest
internal import TrueSealOutbox

extension World {
  /// Feeds all that decides how the world goes on; counts and what was told are left out.
  func hash(into hasher: inout Hasher) {
    for id in devices.indices {
      devices[id].hash(into: &hasher, now: now)
      hasher.combine(inboxes[id].count)
      for letter in inboxes[id] {
        hasher.combine(letter.author)
        hasher.combine(letter.view)
        hasher.combine(letter.manifests.map(\.hash))
      }
    }
    hasher.combine(breaches.count)
  }
}

extension Device {
  func hash(into hasher: inout Hasher, now: UInt64) {
    hasher.combine(phase)
    guard isLive else { return }
    hasher.combine(isOnline)
    hasher.combine(isDrained)
    hasher.combine(isHeadSeen)
    hasher.combine(nextWake.map { $0 < now ? 0 : $0 - now })
    hasher.combine(drainWake.map { $0 < now ? 0 : $0 - now })
    hasher.combine(room)
    hasher.combine(inFlight)
    hasher.combine(wait)
    hasher.combine(Set(disk.held.keys))
    hasher.combine(Set(disk.waiting.keys))
    hasher.combine(Set(disk.pending))
    hasher.combine(disk.memory)
    hasher.combine(disk.isLeaving)
    for post in disk.posts {
      hasher.combine(post.entry)
      hasher.combine(post.manifests.map(\.hash))
    }
  }
}
