import Testing
import TrueSealStore
import TrueSealStoreFixtures

@Suite struct `What a transaction remembers of a table` {
  let scratch: Scratch
  let database: Database

  init() throws {
    scratch = try Scratch()
    database = try scratch.open()
    try database.write { transaction in
      try transaction.run("CREATE TABLE owner(id INTEGER PRIMARY KEY) STRICT")
      try transaction.run(
        """
        CREATE TABLE name(
          id INTEGER PRIMARY KEY, word TEXT UNIQUE,
          owner INTEGER REFERENCES owner(id) ON DELETE CASCADE ON UPDATE SET NULL) STRICT
        """)
      try transaction.run("CREATE TABLE other(id INTEGER PRIMARY KEY) STRICT")
      try transaction.run(
        """
        CREATE TRIGGER other_gone AFTER DELETE ON other BEGIN
          DELETE FROM name WHERE id = old.id;
        END
        """)
      try transaction.run("INSERT INTO name(id, word) VALUES (1, 'one')")
      try transaction.run("INSERT INTO other(id) VALUES (1)")
    }
  }

  private func remember(_ words: [String]) throws {
    try database.read { $0.remember(words, of: "name") }
  }

  private func recalled() throws -> [String]? {
    try database.read { $0.recall([String].self, of: "name") }
  }

  @Test func `is there in later transactions, whatever they do to other tables`() throws {
    try remember(["one"])
    #expect(try recalled() == ["one"])
    try database.write { transaction in
      try transaction.run("INSERT INTO other(id) VALUES (2)")
      try transaction.run("UPDATE other SET id = 3 WHERE id = 2")
    }
    #expect(try recalled() == ["one"])
  }

  @Test func `is one value, of the type it was given as, for each table`() throws {
    try remember(["one"])
    try database.read { $0.remember(7, of: "other") }
    try remember(["two"])
    #expect(try recalled() == ["two"])
    try database.read { transaction in
      #expect(transaction.recall(Int.self, of: "other") == 7)
      #expect(transaction.recall(Int.self, of: "name") == nil)
      #expect(transaction.recall([String].self, of: "none") == nil)
    }
  }

  static let changes = [
    "INSERT INTO name(id, word) VALUES (2, 'two')", "UPDATE name SET word = 'uno'",
    "DELETE FROM name", "DELETE FROM name WHERE id = 1",
    "INSERT OR REPLACE INTO name(id, word) VALUES (9, 'one')",
    "UPDATE name SET id = 4 WHERE id = 5",
    "INSERT INTO name(word) VALUES ('three') RETURNING id",
    "WITH old AS (SELECT 1 AS id) DELETE FROM name WHERE id IN (SELECT id FROM old)",
    "DELETE FROM other WHERE id = 1", "DELETE FROM owner", "UPDATE owner SET id = 2",
    "DROP TABLE name", "ALTER TABLE name RENAME TO noun",
    "CREATE INDEX words ON name(word)",
  ]

  @Test(arguments: changes) func `is forgotten with`(change: String) throws {
    try remember(["one"])
    try database.write { transaction in
      _ = try transaction.rows(change)
      #expect(transaction.recall([String].self, of: "name") == nil)
    }
    #expect(try recalled() == nil)
  }

  @Test func `is forgotten by a statement that a later trigger lets change the table`() throws {
    try database.write { transaction in
      let insertion = "INSERT INTO other(id) VALUES (?)"
      try transaction.run(insertion, .integer(5))
      try transaction.run(
        """
        CREATE TRIGGER other_came AFTER INSERT ON other BEGIN
          INSERT INTO name(id) VALUES (new.id);
        END
        """)
      transaction.remember(["one"], of: "name")
      try transaction.run(insertion, .integer(6))
      #expect(transaction.recall([String].self, of: "name") == nil)
    }
  }

  @Test func `S-04 goes with the transaction that is undone, and with the row it speaks of`() throws
  {
    #expect(throws: Refused(number: 1)) {
      try database.write { transaction in
        try transaction.run("INSERT INTO name(id, word) VALUES (2, 'two')")
        transaction.remember(["one", "two"], of: "name")
        throw Refused(number: 1)
      }
    }
    #expect(try recalled() == nil)
  }
}
