import TrueSealTransport

/// Frames (W-20 to W-23), whoever reads them.
enum FrameCases {
  static func sheet() -> Sheet {
    Sheet(owner: "Transport", layer: "frames", valid() + refused())
  }

  private static func valid() -> [Sheet.Case] {
    let recipient = Made.bytes("a recipient")
    let blobs: [UInt64] = [0, 1, 1 << 63, .max]
    var frames: [(String, Frame, [(String, Json)])] = [1, 2, 300].map { count in
      let envelope = Made.bytes("an envelope", count: count)
      return (
        "push-\(count)", .push(recipient: recipient, envelope: envelope),
        [("type", .text("Push")), ("recipient", .bytes(recipient)), ("envelope", .bytes(envelope))]
      )
    }
    for blob in blobs {
      frames.append(
        (
          "deliver-ack-\(blob)", .deliverAck(blobID: blob),
          [("type", .text("DeliverAck")), ("blob", .number(blob))]
        ))
      for count in [0, 1, 300] {
        let envelope = Made.bytes("an envelope", count: count)
        frames.append(
          (
            "deliver-\(blob)-\(count)", .deliver(blobID: blob, envelope: envelope),
            [("type", .text("Deliver")), ("blob", .number(blob)), ("envelope", .bytes(envelope))]
          ))
      }
    }
    for code in [0, 1, 2, 3, 0x10, 0x14, 0x7f, 0xff] as [UInt8] {
      frames.append(
        (
          "error-\(code)", .error(RefusalCode(rawValue: code)),
          [("type", .text("Error")), ("code", .number(UInt64(code)))]
        ))
    }
    frames += [
      ("heartbeat", .heartbeat, [("type", .text("Heartbeat"))]),
      ("ack", .ack, [("type", .text("Ack"))]),
    ]
    return frames.map { name, frame, fields in
      Sheet.Case(
        "frame/\(name)", "decodeFrame", [("bytes", .bytes(frame.encoded()))], .out(fields))
    }
  }

  private static func frame(_ type: UInt8, _ body: [UInt8], stating count: Int? = nil) -> [UInt8] {
    [type] + Made.bytes(UInt32(count ?? body.count)) + body
  }

  private static func refused() -> [Sheet.Case] {
    let body = Made.bytes("a body", count: 40)
    var frames: [(String, [UInt8])] = (0..<5).map {
      ("header-of-\($0)", [UInt8](repeating: 0, count: $0))
    }
    for type in [0, 7, 0x10, 0x7f, 0x80, 0xff] as [UInt8] {
      frames.append(("type-\(type)", frame(type, [])))
    }
    for type in 1...6 as ClosedRange<UInt8> {
      let count = [1: 40, 2: 40, 3: 0, 4: 0, 5: 1, 6: 8][type] ?? 0
      let right = frame(type, Array(body.prefix(count)))
      frames += [
        ("\(type)-cut", right.dropLast()), ("\(type)-longer", right + [0]),
        ("\(type)-states-less", frame(type, Array(body.prefix(count)), stating: max(0, count - 1))),
        ("\(type)-states-more", frame(type, Array(body.prefix(count)), stating: count + 1)),
        ("\(type)-states-all", frame(type, Array(body.prefix(count)), stating: Int(UInt32.max))),
      ]
    }
    frames += [
      ("deliver-without-id", frame(2, Array(body.prefix(7)))), ("deliver-empty", frame(2, [])),
      ("heartbeat-with-body", frame(3, [0])), ("ack-with-body", frame(4, [0])),
      ("error-empty", frame(5, [])), ("error-of-two", frame(5, [1, 1])),
      ("deliver-ack-short", frame(6, Array(body.prefix(7)))),
      ("deliver-ack-long", frame(6, Array(body.prefix(9)))),
      ("two-frames", frame(4, []) + frame(4, [])),
    ]
    let short: [(String, [UInt8])] = [0, 1, 31, 32].map {
      ("push-of-\($0)", frame(1, Array(body.prefix($0))))
    }
    // A right frame of an empty body, with one byte less stated, is the right frame itself.
    return frames.filter { !["3-states-less", "4-states-less"].contains($0.0) }.map {
      refusal($0, $1, "malformed")
    }
      + short.map { refusal($0, $1, "shortPush") }
  }

  private static func refusal(_ name: String, _ bytes: [UInt8], _ refusal: String) -> Sheet.Case {
    Sheet.Case(
      "frame/refused-\(name)", "decodeFrame", [("bytes", .bytes(bytes))], .refusal(refusal))
  }
}
