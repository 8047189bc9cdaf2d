// A process of its own that makes one call of a device, so that tests can have it killed midway.
//
// usage: conversation-probe DIRECTORY SEED PEER-SEED CHANCE NOW POINT VERB [ARGUMENT]
//
// It kills itself at POINT: `enqueued`, once a message was written to the outbox; `written`, once
// all is, right before the commit; `committed`, right after it; `given`, once a message was handed
// over and before it leaves the outbox. Else it ends in peace.

import ConversationFixtures
import Foundation
import TrueSealConversation
import TrueSealCrypto
import TrueSealStore

struct Usage: Error {}

struct Errand: Sendable {
  let point: String
  let now: UInt64
  let peer: [UInt8]
  let conversations: Conversations

  /// Dies without any chance to tidy up, if this is the place for it.
  func pass(_ name: String) {
    if name == point { kill(getpid(), SIGKILL) }
  }

  func run(
    _ database: Database,
    _ call: @Sendable (borrowing Transaction, Conversations.Enqueue) throws -> [ConversationOutcome]
  ) throws {
    try database.write { transaction in
      let outcomes = try call(transaction) { body, transaction throws(StoreError) in
        try Ledger.enqueue(body, transaction)
        pass("enqueued")
      }
      for outcome in outcomes { try Ledger.hear(outcome, in: transaction) }
      pass("written")
    }
    pass("committed")
  }

  /// Hands the first message over, then takes it out of the outbox.
  func give(_ database: Database) throws {
    guard let first = try database.read({ try Ledger.outbox(in: $0) }).first else { return }
    print(Hexadecimal.encode(first.bytes))
    fflush(nil)
    pass("given")
    try database.write { transaction in
      _ = try transaction.run("DELETE FROM outbox WHERE number = ?", .integer(first.number))
    }
  }

  func carryOut(_ verb: String, _ argument: [UInt8], on database: Database) throws {
    switch verb {
    case "start":
      try run(database) {
        [try conversations.start(with: peer, at: now, in: $0, enqueue: $1)]
      }
    case "send":
      try run(database) {
        [
          try conversations.send(
            argument, reference: UInt64(argument[0]), to: peer, at: now, in: $0, enqueue: $1)
        ]
      }
    case "receive":
      try run(database) {
        [try conversations.receive(argument, from: peer, at: now, in: $0, enqueue: $1)]
      }
    case "look":
      try run(database) { try conversations.clockReached(at: now, in: $0, enqueue: $1) }
    case "give":
      try give(database)
    default:
      throw Usage()
    }
  }
}

func run(_ arguments: [String]) throws {
  guard arguments.count >= 8, let seed = UInt64(arguments[2]), let peer = UInt64(arguments[3]),
    let chance = UInt64(arguments[4]), let now = UInt64(arguments[5])
  else { throw Usage() }
  let argument = arguments.count > 8 ? try Hexadecimal.decode(arguments[8]) : []
  let errand = Errand(
    point: arguments[6], now: now, peer: try SigningKey.seeded(peer).publicKey,
    conversations: try Conversations(
      identity: .seeded(seed), entropy: .seeded(chance)))
  let database = try Ledger.open(arguments[1])
  defer { database.close() }
  try errand.carryOut(arguments[7], argument, on: database)
}

try run(CommandLine.arguments)
