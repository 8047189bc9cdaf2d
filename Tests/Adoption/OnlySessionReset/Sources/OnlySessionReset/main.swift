import TrueSealSessionReset

let keys = [UInt8(1), 2].map { Array(repeating: $0, count: 32) }
let engines = try [0, 1].map { side in
  ConversationEngine(
    parties: try Parties(own: keys[side], peer: keys[1 - side]),
    cipher: CountingCipher(device: UInt8(side + 1)), shelf: Drawer.shelf)
}
let drawers = [Drawer(), Drawer()]
let names = ["A", "B"]

@MainActor func show(_ outcomes: [Outcome], _ side: Int) {
  for outcome in outcomes {
    switch outcome {
    case .delivered(let text): print(names[side], "reads", String(decoding: text, as: UTF8.self))
    case .waits: print(names[side], "waits")
    case .notice(.resetInProgress): print(names[side], "is told of a reset")
    case .notice(.resetDone): print(names[side], "is told that it is done")
    case .notice, .dropped: print(names[side], outcome)
    }
  }
}

@MainActor func say(_ text: String, _ side: Int) throws {
  show(
    try drawers[side].transaction { try engines[side].send(Array(text.utf8), at: 0, in: $0) },
    side)
}

/// Carries what both have to send until nothing is left.
@MainActor func carry() throws {
  while let side = drawers.firstIndex(where: { !$0.contents.outbox.isEmpty }) {
    let message = drawers[side].contents.outbox.removeFirst()
    show(
      try drawers[1 - side].transaction {
        try engines[1 - side].receive(message, at: 0, in: $0)
      }, 1 - side)
  }
}

try say("hello", 0)
try carry()
try say("and you", 1)
try carry()
show(try drawers[1].transaction { try engines[1].start(at: 0, in: $0) }, 1)
try carry()
try say("still here", 0)
try carry()

let statuses = try [0, 1].map { try engines[$0].status(in: drawers[$0]) }
print(statuses.map(\.epoch), statuses[0].active == statuses[1].active)
print(drawers.map(\.contents.sessions.count), drawers.map(\.contents.prekeys.count))
