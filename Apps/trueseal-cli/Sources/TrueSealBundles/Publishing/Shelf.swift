internal import TrueSealTerminal
internal import TrueSealUpdater

/// What a release folder holds, as numbers; decides which number may come next and what may be pointed at.
struct Shelf: Equatable, Sendable {
  /// Releases with both manifest and signature.
  var published: Set<UInt64> = []
  /// Every number that anything is named after, halves of releases and pointers included.
  var seen: Set<UInt64> = []
  /// Where the channels point.
  var pointers: [Channel: Pointer] = [:]
  /// The highest floor of a release.
  var floor: UInt64 = 0

  /// The number of the next release: above every one that was ever seen here.
  ///
  /// - Throws: `Refusal`, seq refused, for a stated one that is not.
  func seq(stated: UInt64?) throws(Refusal) -> UInt64 {
    let highest = seen.max() ?? 0
    guard let stated else {
      guard highest < UpdaterLimits.seqMax else {
        throw Refusal(.seqRefused, "there is no number left above \(highest)")
      }
      return highest + 1
    }
    guard stated > highest else {
      throw Refusal(.seqRefused, "\(stated) is not above \(highest), the highest number here")
    }
    return stated
  }

  /// The floor of the next release: never below the highest one there is.
  func floor(stated: UInt64?, for seq: UInt64) throws(Refusal) -> UInt64 {
    let wanted = stated ?? floor
    guard wanted <= seq else { throw .usage("a floor is at most the release's own seq, \(seq)") }
    guard wanted >= floor else {
      throw .usage("a floor never falls, and \(floor) has been published already")
    }
    return wanted
  }

  /// Whether a channel may point at a release.
  ///
  /// - Throws: `Refusal`, seq refused, for one that is not published, or lower than where it points.
  func checkPointing(_ channel: Channel, at seq: UInt64) throws(Refusal) {
    guard published.contains(seq) else {
      throw Refusal(.seqRefused, "release \(seq) is not published here")
    }
    guard let now = pointers[channel]?.seq, seq < now else { return }
    throw Refusal(
      .seqRefused,
      "\(channel) points at \(now), above \(seq); to withdraw \(now) use pull, "
        + "to go back to the content of \(seq) use release --again")
  }

  /// Where a channel points once what it points at is withdrawn.
  ///
  /// Without a published release below it is 1, which every phone holds or has gone past (U-47).
  /// - Throws: `Refusal`, seq refused.
  func pulled(_ channel: Channel, to stated: UInt64?) throws(Refusal) -> UInt64 {
    guard let now = pointers[channel]?.seq else {
      throw Refusal(.seqRefused, "\(channel) points at nothing")
    }
    if let stated {
      guard stated < now else {
        throw Refusal(.seqRefused, "\(channel) points at \(now); a pull leads below that")
      }
      guard published.contains(stated) else {
        throw Refusal(.seqRefused, "release \(stated) is not published here")
      }
      return stated
    }
    guard now > 1 else { throw Refusal(.seqRefused, "nothing is below release 1") }
    return published.filter { $0 < now }.max() ?? 1
  }
}
