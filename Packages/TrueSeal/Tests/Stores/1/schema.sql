CREATE TABLE attempt(
  id BLOB PRIMARY KEY, count INTEGER NOT NULL, since INTEGER NOT NULL)
  STRICT, WITHOUT ROWID;
CREATE TABLE awaited(
  id BLOB PRIMARY KEY, author BLOB NOT NULL, since INTEGER NOT NULL)
  STRICT, WITHOUT ROWID;
CREATE INDEX awaited_by_author ON awaited(author);
CREATE TABLE caught_up(
  peer BLOB PRIMARY KEY CHECK(length(peer) = 32),
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE conversation_end(
  peer BLOB NOT NULL CHECK(length(peer) = 32), side INTEGER NOT NULL, fields BLOB NOT NULL,
  PRIMARY KEY (peer, side)) STRICT;
CREATE TABLE conversation_prekey(
  peer BLOB NOT NULL CHECK(length(peer) = 32), id INTEGER NOT NULL, keys BLOB NOT NULL,
  PRIMARY KEY (peer, id)) STRICT;
CREATE TABLE conversation_record(
  peer BLOB PRIMARY KEY CHECK(length(peer) = 32), wake INTEGER, bytes BLOB NOT NULL)
STRICT;
CREATE TABLE conversation_session(
  peer BLOB NOT NULL CHECK(length(peer) = 32), tag INTEGER NOT NULL, state BLOB NOT NULL,
  PRIMARY KEY (peer, tag)) STRICT;
CREATE TABLE conversation_waiting(
  number INTEGER PRIMARY KEY, peer BLOB NOT NULL CHECK(length(peer) = 32),
  reference INTEGER NOT NULL, expiry INTEGER, text BLOB NOT NULL) STRICT;
CREATE INDEX conversation_waiting_peer ON conversation_waiting(peer, number);
CREATE TABLE early_manifest(
  message INTEGER NOT NULL,
  position INTEGER NOT NULL,
  author BLOB NOT NULL CHECK(length(author) = 32),
  hash BLOB NOT NULL CHECK(length(hash) = 32),
  encoded BLOB NOT NULL,
  PRIMARY KEY(message, position)
) STRICT;
CREATE TABLE ending(id INTEGER PRIMARY KEY AUTOINCREMENT, reason TEXT NOT NULL) STRICT;
CREATE TABLE farewell(author BLOB PRIMARY KEY, sequence INTEGER NOT NULL)
  STRICT, WITHOUT ROWID;
CREATE TABLE handled(id BLOB PRIMARY KEY, kept_until INTEGER NOT NULL)
  STRICT, WITHOUT ROWID;
CREATE INDEX handled_by_end ON handled(kept_until);
CREATE TABLE held_manifest(
  hash BLOB PRIMARY KEY CHECK(length(hash) = 32),
  checksum BLOB NOT NULL CHECK(length(checksum) = 16),
  encoded BLOB NOT NULL
) STRICT;
CREATE TABLE identity(
  id INTEGER PRIMARY KEY CHECK(id = 1),
  signing_seed BLOB NOT NULL,
  agreement_secret BLOB NOT NULL) STRICT;
CREATE TABLE join_state(
  id INTEGER PRIMARY KEY CHECK(id = 1),
  status TEXT NOT NULL,
  token_agreement_key BLOB,
  token_signing_key BLOB,
  token_secret BLOB) STRICT;
CREATE TABLE letter(
  number INTEGER PRIMARY KEY AUTOINCREMENT, author BLOB NOT NULL,
  sequence INTEGER NOT NULL, sent_at INTEGER NOT NULL, body BLOB NOT NULL,
  UNIQUE(author, sequence)) STRICT;
CREATE TABLE newer(
  hash BLOB PRIMARY KEY, version INTEGER NOT NULL, since INTEGER NOT NULL)
  STRICT, WITHOUT ROWID;
CREATE TABLE outbox_body(
  sequence INTEGER PRIMARY KEY, may_compress INTEGER NOT NULL, bytes BLOB NOT NULL) STRICT;
CREATE TABLE outbox_entry(
  recipient INTEGER NOT NULL, sequence INTEGER NOT NULL,
  PRIMARY KEY (recipient, sequence)) STRICT, WITHOUT ROWID;
CREATE TRIGGER outbox_entry_gone AFTER DELETE ON outbox_entry BEGIN
  UPDATE outbox_message SET waiting = waiting - 1 WHERE sequence = old.sequence;
  DELETE FROM outbox_body WHERE sequence = old.sequence AND NOT EXISTS (
    SELECT 1 FROM outbox_message WHERE sequence = old.sequence AND waiting > 0);
  DELETE FROM outbox_message WHERE sequence = old.sequence AND waiting <= 0;
END;
CREATE TABLE outbox_message(
  sequence INTEGER PRIMARY KEY, kind INTEGER NOT NULL, timestamp INTEGER, expiry INTEGER,
  part_count INTEGER NOT NULL, waiting INTEGER NOT NULL) STRICT;
CREATE TABLE outbox_recipient(
  id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE) STRICT;
CREATE TABLE outbox_sequence(
  id INTEGER PRIMARY KEY CHECK (id = 1), last INTEGER NOT NULL) STRICT;
CREATE TABLE pending_change(
  kind INTEGER NOT NULL CHECK(kind IN (1, 2, 3)),
  signing_key BLOB NOT NULL CHECK(length(signing_key) = 32),
  agreement_key BLOB CHECK(length(agreement_key) = 32),
  admission_version INTEGER,
  label BLOB,
  carriers BLOB NOT NULL CHECK(length(carriers) % 32 = 0),
  is_dropped INTEGER NOT NULL CHECK(is_dropped IN (0, 1)),
  PRIMARY KEY(kind, signing_key)
) STRICT;
CREATE TABLE presence(
  id INTEGER PRIMARY KEY CHECK(id = 1), last INTEGER NOT NULL) STRICT;
CREATE TABLE pruning(
  id INTEGER PRIMARY KEY CHECK(id = 1), horizon INTEGER NOT NULL) STRICT;
CREATE TABLE sent_manifest(
  recipient BLOB PRIMARY KEY CHECK(length(recipient) = 32),
  version INTEGER NOT NULL,
  hash BLOB NOT NULL CHECK(length(hash) = 32)
) STRICT, WITHOUT ROWID;
CREATE TABLE sqlite_sequence(name,seq);
CREATE TABLE told(
  kind INTEGER NOT NULL CHECK(kind IN (1, 2, 3)),
  hash BLOB NOT NULL CHECK(length(hash) = 32),
  recipient BLOB NOT NULL CHECK(length(recipient) = 32),
  PRIMARY KEY(kind, hash, recipient)
) STRICT, WITHOUT ROWID;
CREATE TABLE waiting_manifest(
  hash BLOB PRIMARY KEY CHECK(length(hash) = 32),
  author BLOB NOT NULL CHECK(length(author) = 32),
  encoded BLOB NOT NULL
) STRICT;
