internal import TrueSealUpdater

/// The small exchanges of a run, one after the other over one lane.
struct RunNetwork: Sendable {
  let settings: UpdaterSettings
  let lane: any ExchangeLane
  /// When the run must be over.
  let deadline: Duration
  let isCancelled: @Sendable () -> Bool

  /// What a small exchange brought: the bytes, too many by one at most, or why there are none.
  private enum Answer {
    case bytes([UInt8])
    case failed(Exchange.Failure)
  }

  private func fetch(
    _ path: String, byteCountMax: Int, until limit: Duration
  ) async -> Answer {
    let exchange = Exchange(
      address: settings.url.address(of: path), byteCountMax: UInt64(byteCountMax) + 1,
      deadline: min(limit, deadline), isCancelled: isCancelled)
    let lane = lane
    return await Blocking.run {
      var sink: any ExchangeSink = ShortAnswer()
      let ending = lane.perform(exchange, into: &sink)
      let bytes = (sink as? ShortAnswer)?.bytes ?? []
      switch ending {
      case .complete, .cut: return .bytes(bytes)
      case .declined: return .failed(.status(206))
      case .failed(let failure): return .failed(failure)
      }
    }
  }

  private func bytes(
    _ path: String, byteCountMax: Int, until limit: Duration
  ) async throws(RunStop) -> [UInt8] {
    switch await fetch(path, byteCountMax: byteCountMax, until: limit) {
    case .bytes(let bytes): return bytes
    case .failed(let failure):
      settings.report(.trouble("\(path): \(failure)"))
      throw RunStop(.offline)
    }
  }

  /// The channel's pointer, within five seconds altogether (U-03, U-04, UR-07, UX-04).
  func pointer() async throws(RunStop) -> Pointer {
    let limit = settings.parts.now() + UpdaterLimits.pointerTime
    let path = settings.channel.pointerPath
    let bytes = try await bytes(
      path, byteCountMax: UpdaterLimits.pointerByteCountMax, until: limit)
    guard settings.demandsSignedPointer else {
      do {
        return try Pointer(decoding: bytes)
      } catch {
        throw RunStop(.pointer(error))
      }
    }
    var signature: [UInt8]?
    switch await fetch(
      path + ".sig", byteCountMax: UpdaterLimits.signatureByteCountMax, until: limit)
    {
    case .bytes(let bytes): signature = bytes
    case .failed(.status(let status)) where status == 404 || status == 410: signature = nil
    case .failed(let failure):
      settings.report(.trouble("\(path).sig: \(failure)"))
      throw RunStop(.offline)
    }
    do {
      return try settings.keys.pointer(
        decoding: bytes, signature: signature, channel: settings.channel,
        now: settings.parts.unixSeconds())
    } catch {
      throw RunStop(.pointerUntrusted(error))
    }
  }

  /// A manifest and its signature as received, within thirty seconds each (U-12, UR-14).
  func manifest(
    _ seq: UInt64
  ) async throws(RunStop) -> (bytes: [UInt8], signature: [UInt8]) {
    let bytes = try await bytes(
      BundleManifest.path(of: seq), byteCountMax: UpdaterLimits.manifestByteCountMax,
      until: settings.parts.now() + UpdaterLimits.manifestTime)
    let signature = try await self.bytes(
      BundleManifest.signaturePath(of: seq), byteCountMax: UpdaterLimits.signatureByteCountMax,
      until: settings.parts.now() + UpdaterLimits.manifestTime)
    return (bytes, signature)
  }
}
