#include "CBaseline.h"
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

// What the statements below are, in the order in which `prepare` makes them.
enum { BEGIN, COMMIT, ROW, START, SEQUENCE, MESSAGE, BODY, ENTRY, RECIPIENT,
       KNOWN, ATTEMPT, HANDLED, AWAITED, ATTEMPT_GONE, STATEMENT_COUNT };

static sqlite3 *database;
static sqlite3_stmt *statements[STATEMENT_COUNT];
static sqlite3_int64 next_row = 1;
static int recipients;
static unsigned char *body;
static size_t body_size;
static unsigned char row_bytes[32];

static int run(const char *sql) { return sqlite3_exec(database, sql, NULL, NULL, NULL); }

static int prepare(int statement, const char *sql) {
  return sqlite3_prepare_v3(
      database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statements[statement], NULL);
}

static int step(int statement) {
  int code = sqlite3_step(statements[statement]);
  sqlite3_reset(statements[statement]);
  return code == SQLITE_DONE ? 0 : 1;
}

void plain_database_close(void) {
  for (int i = 0; i < STATEMENT_COUNT; i++) {
    sqlite3_finalize(statements[i]);
    statements[i] = NULL;
  }
  sqlite3_close(database);
  database = NULL;
}

static int open_database(const char *path) {
  plain_database_close();
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
  if (sqlite3_open_v2(path, &database, flags, NULL) != SQLITE_OK) return 1;
  const char *settings[] = {
      "PRAGMA locking_mode = EXCLUSIVE", "PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL",
      "PRAGMA secure_delete = ON", "PRAGMA foreign_keys = ON", "PRAGMA trusted_schema = OFF",
      "PRAGMA cell_size_check = ON", "PRAGMA temp_store = MEMORY", "PRAGMA mmap_size = 0",
      "PRAGMA cache_size = -2048", "PRAGMA wal_autocheckpoint = 1000",
      "PRAGMA journal_size_limit = 4194304"};
  for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
    if (run(settings[i]) != SQLITE_OK) return 1;
  return prepare(BEGIN, "BEGIN IMMEDIATE") || prepare(COMMIT, "COMMIT");
}

int plain_rows_open(const char *path) {
  if (open_database(path)) return 1;
  next_row = 1;
  if (run("CREATE TABLE row(id INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT")) return 1;
  return prepare(ROW, "INSERT INTO row(id, bytes) VALUES (?, ?)");
}

static int insert_row(void) {
  sqlite3_stmt *insertion = statements[ROW];
  memcpy(row_bytes, &next_row, sizeof next_row);
  sqlite3_bind_int64(insertion, 1, next_row++);
  sqlite3_bind_blob64(insertion, 2, row_bytes, sizeof row_bytes, SQLITE_STATIC);
  return step(ROW);
}

int plain_rows_commit_each(long times) {
  int code = 0;
  for (long i = 0; i < times; i++) code |= step(BEGIN) || insert_row() || step(COMMIT);
  return code;
}

int plain_rows_commit_once(long times) {
  int code = step(BEGIN);
  for (long i = 0; i < times; i++) code |= insert_row();
  return code | step(COMMIT);
}

static int insert_recipients(void) {
  unsigned char key[32];
  for (int i = 0; i < recipients; i++) {
    sqlite3_randomness(sizeof key, key);
    sqlite3_bind_int64(statements[RECIPIENT], 1, i + 1);
    sqlite3_bind_blob64(statements[RECIPIENT], 2, key, sizeof key, SQLITE_STATIC);
    if (step(RECIPIENT)) return 1;
  }
  return 0;
}

static int set_sequence(sqlite3_int64 last) {
  sqlite3_bind_int64(statements[START], 1, last);
  return step(START);
}

int plain_outbox_open(
    const char *path, int recipient_count, size_t body_count, long long last_sequence) {
  if (open_database(path)) return 1;
  recipients = recipient_count;
  body_size = body_count;
  free(body);
  body = malloc(body_size);
  if (!body) return 1;
  sqlite3_randomness((int)body_size, body);
  int code =
      prepare(START, "INSERT OR REPLACE INTO outbox_sequence(id, last) VALUES (1, ?)");
  code |= prepare(
      SEQUENCE,
      "INSERT INTO outbox_sequence(id, last) VALUES (1, 1)"
      " ON CONFLICT (id) DO UPDATE SET last = last + 1 RETURNING last");
  code |= prepare(
      MESSAGE,
      "INSERT INTO outbox_message(sequence, kind, timestamp, expiry, part_count, waiting)"
      " VALUES (?, 2, ?, ?, 1, ?)");
  code |= prepare(
      BODY, "INSERT INTO outbox_body(sequence, may_compress, bytes) VALUES (?, 1, ?)");
  code |= prepare(ENTRY, "INSERT INTO outbox_entry(recipient, sequence) VALUES (?, ?)");
  code |= prepare(RECIPIENT, "INSERT OR REPLACE INTO outbox_recipient(id, key) VALUES (?, ?)");
  return code || step(BEGIN) || set_sequence(last_sequence) || insert_recipients() ||
         step(COMMIT);
}

// The rows of one message to all recipients, in one transaction.
static int send_message(void) {
  if (step(BEGIN)) return 1;
  if (sqlite3_step(statements[SEQUENCE]) != SQLITE_ROW) return 1;
  sqlite3_int64 sequence = sqlite3_column_int64(statements[SEQUENCE], 0);
  if (step(SEQUENCE)) return 1;
  sqlite3_bind_int64(statements[MESSAGE], 1, sequence);
  sqlite3_bind_int64(statements[MESSAGE], 2, 1700000000000);
  sqlite3_bind_int64(statements[MESSAGE], 3, 1702592000000);
  sqlite3_bind_int64(statements[MESSAGE], 4, recipients);
  if (step(MESSAGE)) return 1;
  sqlite3_bind_int64(statements[BODY], 1, sequence);
  sqlite3_bind_blob64(statements[BODY], 2, body, body_size, SQLITE_STATIC);
  if (step(BODY)) return 1;
  for (int i = 1; i <= recipients; i++) {
    sqlite3_bind_int64(statements[ENTRY], 1, i);
    sqlite3_bind_int64(statements[ENTRY], 2, sequence);
    if (step(ENTRY)) return 1;
  }
  return step(COMMIT);
}

int plain_outbox_send(long times) {
  int code = 0;
  for (long i = 0; i < times; i++) code |= send_message();
  return code;
}

int plain_blobs_open(const char *path, size_t blob_count) {
  if (open_database(path)) return 1;
  body_size = blob_count;
  free(body);
  body = malloc(body_size);
  if (!body) return 1;
  sqlite3_randomness((int)body_size, body);
  if (run("CREATE TABLE held(hash BLOB PRIMARY KEY, encoded BLOB NOT NULL) STRICT")) return 1;
  return prepare(ROW, "INSERT INTO held(hash, encoded) VALUES (?, ?)");
}

int plain_blobs_commit_each(long times) {
  int code = 0;
  for (long i = 0; i < times; i++) {
    code |= step(BEGIN);
    sqlite3_randomness(sizeof row_bytes, row_bytes);
    sqlite3_bind_blob64(statements[ROW], 1, row_bytes, sizeof row_bytes, SQLITE_STATIC);
    sqlite3_bind_blob64(statements[ROW], 2, body, body_size, SQLITE_STATIC);
    code |= step(ROW) || step(COMMIT);
  }
  return code;
}

// What was read and is still held, newest first.
struct kept {
  struct kept *next;
  unsigned char bytes[];
};
static struct kept *newest_kept;

void plain_held_free(void) {
  while (newest_kept) {
    struct kept *next = newest_kept->next;
    free(newest_kept);
    newest_kept = next;
  }
}

// Opens a store, copies every row of the table of held manifests out to hold it, and closes the
// store again.
int plain_held_read(const char *path, long times) {
  int code = 0;
  for (long i = 0; i < times; i++) {
    if (open_database(path)) return 1;
    if (prepare(ROW, "SELECT hash, encoded, checksum FROM held_manifest")) return 1;
    while (sqlite3_step(statements[ROW]) == SQLITE_ROW) {
      for (int column = 0; column < 3; column++) {
        size_t size = (size_t)sqlite3_column_bytes(statements[ROW], column);
        struct kept *copy = malloc(sizeof *copy + size);
        if (!copy) return 1;
        memcpy(copy->bytes, sqlite3_column_blob(statements[ROW], column), size);
        copy->next = newest_kept;
        newest_kept = copy;
        code |= size == 0;
      }
    }
    plain_database_close();
  }
  return code;
}

// Opens a client's store, counts what is queued and what was handled, and closes it again.
int plain_store_count(const char *path, long times) {
  int code = 0;
  for (long i = 0; i < times; i++) {
    if (open_database(path)) return 1;
    const char *queries[] = {"SELECT count(*) FROM outbox_entry", "SELECT count(*) FROM handled"};
    for (size_t j = 0; j < sizeof queries / sizeof *queries; j++) {
      if (prepare(ROW, queries[j])) return 1;
      code |= sqlite3_step(statements[ROW]) != SQLITE_ROW;
      sqlite3_finalize(statements[ROW]);
      statements[ROW] = NULL;
    }
    plain_database_close();
  }
  return code;
}

int plain_handled_open(const char *path) {
  if (open_database(path)) return 1;
  int code = prepare(KNOWN, "SELECT 1 FROM handled WHERE id = ?");
  code |= prepare(ATTEMPT, "INSERT INTO attempt(id, count, since) VALUES (?, 1, 1700000000000)");
  code |= prepare(HANDLED, "INSERT INTO handled(id, kept_until) VALUES (?, 9000000000000)");
  code |= prepare(AWAITED, "DELETE FROM awaited WHERE id = ?");
  return code | prepare(ATTEMPT_GONE, "DELETE FROM attempt WHERE id = ?");
}

// The rows of one message that is looked up, tried and recorded, in one transaction.
int plain_handled_commit_each(long times) {
  int code = 0;
  for (long i = 0; i < times; i++) {
    sqlite3_randomness(sizeof row_bytes, row_bytes);
    code |= step(BEGIN);
    for (int statement = KNOWN; statement <= ATTEMPT_GONE; statement++) {
      sqlite3_bind_blob64(
          statements[statement], 1, row_bytes, sizeof row_bytes, SQLITE_STATIC);
      code |= step(statement);
    }
    code |= step(COMMIT);
  }
  return code;
}

int plain_prune_open(const char *path) {
  if (open_database(path)) return 1;
  return prepare(
      ROW,
      "DELETE FROM handled WHERE id IN (SELECT id FROM handled ORDER BY kept_until LIMIT ?)");
}

// Forgets so many ids in one transaction.
int plain_prune_slice(long count) {
  sqlite3_bind_int64(statements[ROW], 1, count);
  return step(BEGIN) || step(ROW) || step(COMMIT);
}
