import Testing

@testable import TrueSealUpdater

@Suite struct `The state file` {
  /// The example of the protocol's page, with an id and without white space.
  private static let page =
    #"{"installId":"00000000-0000-4000-8000-000000000000","port":23817,"current":42,"#
    + #""previous":41,"pending":43,"trial":null,"trialFails":0,"serving":null,"bad":[39],"floor":40}"#

  private func decode(_ text: String) throws(UpdaterError) -> (
    state: Activation.State, repairs: [Activation.State.Repair]
  ) {
    try Activation.State.decode(Array(text.utf8))
  }

  private func decode(
    replacing old: String, with new: String
  ) throws(UpdaterError) -> (state: Activation.State, repairs: [Activation.State.Repair]) {
    guard Self.page.contains(old) else { throw UpdaterError(.badText, "no such part") }
    return try decode(Self.page.replacing(old, with: new))
  }

  @Test func `U-26 has ten fields, as the page shows them`() throws {
    let (state, repairs) = try decode(Self.page)
    #expect(
      state == Phone(current: 42, previous: 41, pending: 43, bad: [39], floor: 40).state)
    #expect(repairs.isEmpty)
    #expect(state.encoded == Array(Self.page.utf8))
  }

  @Test func `U-26 is read back as it was written, whatever is in it`() throws {
    let states = [
      Phone().state, Phone(current: 1, floor: 1).state,
      Phone(current: 42, previous: 41, pending: 44, trial: 43, trialFails: 1, serving: 43).state,
      Activation.State(installID: Phone.id, floor: 7),
      Phone(current: UpdaterLimits.seqMax, bad: Array(1...256)).state,
    ]
    for state in states {
      let (read, repairs) = try Activation.State.decode(state.encoded)
      #expect(read == state)
      #expect(repairs.isEmpty)
      #expect(state.encoded.count < UpdaterLimits.stateByteCountMax)
    }
  }

  @Test func `UR-12 keeps its name and so its share over a thousand loads`() throws {
    var state = Phone(current: 42).state
    for _ in 0..<1_000 { state = try Activation.State.decode(state.encoded).state }
    #expect(state.installID == Phone.id)
  }

  @Test func `UR-49 names no path`() {
    let state = Phone(
      current: 42, previous: 41, pending: 44, trial: 43, trialFails: 1, serving: 43, bad: [39],
      floor: 40
    ).state
    #expect(!state.encoded.contains(UInt8(ascii: "/")))
    #expect(!state.encoded.contains(UInt8(ascii: "\\")))
  }

  @Test(
    arguments: [
      ("", .wrongLength), ("{", .notJSON), ("null", .wrongType), ("[]", .wrongType),
      ("\u{0}\u{0}\u{0}\u{0}", .notUTF8), ("{}", .missingKey), ("<html>", .notJSON),
    ] as [(String, UpdaterError.Code)])
  func `UR-52 is unreadable as`(text: String, code: UpdaterError.Code) {
    #expect(throws: UpdaterError(code, "")) { try decode(text) }
  }

  @Test(
    arguments: [
      (#""current":42"#, #""current":-42"#, .wrongType),
      (#""floor":40"#, #""floor":-1"#, .wrongType),
      (#""floor":40"#, #""floor":null"#, .wrongType),
      (#""trialFails":0"#, #""trialFails":-1"#, .wrongType),
      (#""current":42"#, #""current":"42""#, .wrongType),
      (#""current":42"#, #""current":42.0"#, .wrongType),
      (#""current":42"#, #""current":0"#, .outOfRange),
      (#""current":42"#, #""current":9007199254740992"#, .outOfRange),
      (#""port":23817"#, #""port":"23817""#, .wrongType),
      (#""bad":[39]"#, #""bad":39"#, .wrongType),
      (#""bad":[39]"#, #""bad":[null]"#, .wrongType), (#""bad":[39]"#, #""bad":[-39]"#, .wrongType),
      (#","floor":40"#, "", .missingKey), (#""serving":null,"#, "", .missingKey),
      (#""current":42"#, #""current":42,"current":1"#, .duplicateKey),
      ("-4000-", "-1000-", .badText), ("00000000-", "", .badText), ("}", "}x", .notJSON),
    ] as [(String, String, UpdaterError.Code)])
  func `UR-52 is unreadable with`(old: String, new: String, code: UpdaterError.Code) {
    #expect(throws: UpdaterError(code, "")) { try decode(replacing: old, with: new) }
  }

  @Test func `UR-52 is unreadable above 64 KiB, and cut off anywhere`() throws {
    let longest = Self.page + String(repeating: " ", count: 65_536 - Self.page.utf8.count)
    #expect(try decode(longest).state.current == 42)
    #expect(throws: UpdaterError(.wrongLength, "")) { try decode(longest + " ") }
    for length in 0..<Self.page.utf8.count {
      #expect(throws: UpdaterError.self) { try decode(String(Self.page.prefix(length))) }
    }
  }

  @Test func `UR-54 drops what it does not know at the next write`() throws {
    let (state, repairs) = try decode(
      replacing: "{", with: #"{"newer":{"a":[1,true,null,"x",{}]},"#)
    #expect(repairs.isEmpty)
    #expect(state.encoded == Array(Self.page.utf8))
    #expect(throws: UpdaterError(.tooDeep, "")) {
      try decode(replacing: "{", with: #"{"newer":"# + String(repeating: "[", count: 20_000))
    }
  }

  @Test func `UR-55 keeps its port, and wants a new one when that is out of bounds`() throws {
    #expect(try decode(Self.page).state.port == 23_817)
    #expect(try decode(replacing: "23817", with: "null").state.port == nil)
    #expect(try decode(replacing: "23817", with: "1024").state.port == 1_024)
    for port in ["0", "1023", "65536"] {
      let (state, repairs) = try decode(replacing: "23817", with: port)
      #expect(state.port == nil)
      #expect(repairs == [.port])
    }
  }

  @Test(
    arguments: [
      (Phone(current: 42, serving: 43), Phone(current: 42), [.serving]),
      (
        Phone(current: 42, trial: 43, serving: 44), Phone(current: 42, trial: 43), [.serving]
      ),
      (Phone(current: 42, trialFails: 1), Phone(current: 42), [.trialFails]),
      (
        Phone(current: 42, trial: 43, trialFails: 2), Phone(current: 42, trial: 43, trialFails: 1),
        [.trialFails]
      ),
      (
        Phone(current: 42, trial: 43, trialFails: 900, serving: 43),
        Phone(current: 42, trial: 43, trialFails: 1, serving: 43), [.trialFails]
      ),
      (Phone(current: 42, trial: 42, trialFails: 1, serving: 42), Phone(current: 42), [.trial]),
      (Phone(current: 42, trial: 41), Phone(current: 42), [.trial]),
      (Phone(current: 42, trial: 43, bad: [43]), Phone(current: 42, bad: [43]), [.trial]),
      (Phone(current: 42, pending: 42), Phone(current: 42), [.pending]),
      (Phone(current: 42, pending: 43, trial: 43), Phone(current: 42, trial: 43), [.pending]),
      (Phone(current: 42, pending: 43, trial: 44), Phone(current: 42, trial: 44), [.pending]),
      (Phone(current: 42, pending: 43, bad: [43]), Phone(current: 42, bad: [43]), [.pending]),
      (Phone(current: 42, previous: 42), Phone(current: 42), [.previous]),
      (Phone(current: 42, previous: 43), Phone(current: 42), [.previous]),
      (Phone(previous: 43), Phone(), [.previous]),
      (Phone(current: 42, bad: [40, 39, 39]), Phone(current: 42, bad: [39, 40]), [.bad]),
      (Phone(current: 42, bad: [41, 42]), Phone(current: 42, bad: [41]), [.bad]),
    ] as [(Phone, Phone, [Activation.State.Repair])])
  func `UR-53 is mended and no trial gains a chance`(
    broken: Phone, mended: Phone, repairs: [Activation.State.Repair]
  ) throws {
    let read = try Activation.State.decode(broken.state.encoded)
    #expect(read.state == mended.state)
    #expect(read.repairs == repairs)
    let again = try Activation.State.decode(mended.state.encoded)
    #expect(again.repairs.isEmpty)
  }

  @Test func `UR-53 UR-41 keeps the 256 highest of a longer list`() throws {
    let read = try Activation.State.decode(Phone(current: 500, bad: Array(1...300)).state.encoded)
    #expect(read.state.bad == Array(45...300))
    #expect(read.repairs == [.bad])
  }

  @Test func `UR-53 is written again by the next start once it was mended`() throws {
    let state = try decode(Self.page).state
    var machine = Activation(state, isStored: false, builtIn: nil)
    var saved: [Activation.State] = []
    let start = UIStart(load: LoadToken(1))
      .adding(.sound(BundleFacts(seq: 42, floor: 0)), on: .kept(42))
      .adding(.damaged, on: .candidate(43))
    _ = machine.advance(by: .uiStarted(start)) { state in
      saved.append(state)
      return true
    }
    #expect(saved.count == 1)
    #expect(machine.isStored)
  }
}

@Suite struct `The bad list` {
  @Test func `UR-41 is ascending and without repetition`() {
    var state = Phone(current: 42, bad: [39, 50]).state
    state.addBad(45)
    state.addBad(45)
    #expect(state.bad == [39, 45, 50])
  }

  @Test func `UR-41 forgets the lowest beyond 256, and not what has just failed`() {
    var state = Phone(current: 42, bad: Array(10...265)).state
    state.addBad(300)
    #expect(state.bad == Array(11...265) + [300])
    var above = Phone(current: 42, bad: Array(100...355)).state
    above.addBad(50)
    #expect(above.bad == [50] + Array(101...355))
    #expect(above.bad.count == UpdaterLimits.badCountMax)
  }
}
