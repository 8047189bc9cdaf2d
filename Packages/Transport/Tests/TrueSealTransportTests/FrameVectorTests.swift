import Testing
import TrueSealTransport

@Suite struct `Known answers about the road to the relay` {
  @Test func `are all there`() {
    let vectors = Vectors.all
    #expect(vectors.valid.count == 73)
    #expect(vectors.invalid.count == 105)
    let counts = ["decodeFrame", "relayReadsPrefix", "deviceReadsRefusal", "openEnvelope"].map {
      [vectors.valid($0).count, vectors.invalid($0).count]
    }
    #expect(counts == [[6, 19], [1, 6], [1, 4], [14, 76]])
    let others = ["versionPrefix", "refusal", "errorCode", "paddedLength", "seal"].map {
      vectors.valid($0).count
    }
    #expect(others == [2, 1, 7, 23, 18])
  }

  @Test(arguments: Vectors.all.valid("versionPrefix"))
  func `W-10 version prefix`(answer: Vectors.Case) {
    let prefix = VersionPrefix(version: UInt16(answer.input.number("version")))
    #expect(prefix.encoded() == answer.output.bytes("bytes"))
  }

  @Test(arguments: Vectors.all.valid("relayReadsPrefix"))
  func `W-10 version prefix that is read`(answer: Vectors.Case) throws {
    let prefix = try VersionPrefix(decoding: answer.input.bytes("bytes"))
    #expect(prefix.refusal(speaking: answer.input.versions) == nil)
    #expect(UInt64(prefix.version) == answer.output.number("version"))
  }

  @Test(arguments: Vectors.all.invalid("relayReadsPrefix"))
  func `W-11 version prefix that is refused`(answer: Vectors.Case) {
    let refusal: String
    if let prefix = try? VersionPrefix(decoding: answer.input.bytes("bytes")) {
      let spoken = prefix.refusal(speaking: answer.input.versions)
      refusal = spoken.map { "relayVersionUnsupported{\($0.lowest),\($0.highest)}" } ?? "none"
    } else {
      refusal = "closedWithoutAnswer"
    }
    #expect(refusal == answer.refusal)
  }

  @Test(arguments: Vectors.all.valid("refusal"))
  func `W-11 refusal`(answer: Vectors.Case) {
    #expect(VersionRefusal(answer.input.versions).encoded() == answer.output.bytes("bytes"))
  }

  @Test(arguments: Vectors.all.valid("deviceReadsRefusal"))
  func `W-11 refusal that is read`(answer: Vectors.Case) throws {
    let refusal = try VersionRefusal(decoding: answer.input.bytes("bytes"))
    #expect(refusal.supported == answer.output.versions)
  }

  @Test(arguments: Vectors.all.invalid("deviceReadsRefusal"))
  func `W-11 refusal that is malformed`(answer: Vectors.Case) {
    #expect(answer.refusal == "malformed")
    #expect(throws: TransportError(.malformed)) {
      try VersionRefusal(decoding: answer.input.bytes("bytes"))
    }
  }

  @Test(arguments: Vectors.all.valid("errorCode"))
  func `W-21 refusal code`(answer: Vectors.Case) {
    let code = RefusalCode(rawValue: UInt8(answer.input.number("code")))
    #expect(code.description == answer.output.text("name"))
    #expect(code.isPermanent == answer.output.flag("permanent"))
  }

  @Test(arguments: Vectors.all.valid("paddedLength"))
  func `W-34 padded length`(answer: Vectors.Case) {
    let padded = Padding.paddedByteCount(Int(answer.input.number("length")))
    #expect(UInt64(padded) == answer.output.number("padded"))
  }

  @Test(arguments: Vectors.all.valid("decodeFrame"))
  func `W-20 frame`(answer: Vectors.Case) throws {
    let bytes = answer.input.bytes("bytes")
    let frame = try Frame(
      decoding: bytes, from: answer.input.sender, on: answer.input.session)
    #expect(frame == answer.output.frame)
    #expect(frame.encoded() == bytes)
  }

  /// A relay answers a broken frame with Error 03 and a short Push with 02; a device hangs up.
  @Test(arguments: Vectors.all.invalid("decodeFrame"))
  func `W-22 frame that is refused`(answer: Vectors.Case) {
    var refusal = "none"
    do throws(TransportError) {
      _ = try Frame(
        decoding: answer.input.bytes("bytes"), from: answer.input.sender, on: answer.input.session)
    } catch  where error.code == .shortPush {
      refusal = "malformed"
    } catch {
      refusal = answer.input.sender == .device ? "protocolError" : "sessionOver"
    }
    #expect(refusal == answer.refusal)
  }
}

extension Fields {
  fileprivate var versions: ClosedRange<UInt16> {
    UInt16(number("lowest"))...UInt16(number("highest"))
  }

  fileprivate var sender: Frame.Sender { text("reader") == "relay" ? .device : .relay }

  fileprivate var session: Frame.Session { text("session") == "push" ? .push : .receive }

  fileprivate var frame: Frame? {
    switch text("type") {
    case "Push": .push(recipient: bytes("recipient"), envelope: bytes("envelope"))
    case "Ack": .ack
    case "Error": .error(RefusalCode(rawValue: UInt8(number("code"))))
    case "DeliverAck": .deliverAck(blobID: number("blob"))
    default: nil
    }
  }
}
