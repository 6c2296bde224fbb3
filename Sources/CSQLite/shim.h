#include <errno.h>
#include <sqlite3.h>
#include <stddef.h>

/// Turns a switch of the connection on or off; `sqlite3_db_config` is variadic, which Swift can't call.
static inline int csqlite_configure(sqlite3 *database, int option, int value) {
  return sqlite3_db_config(database, option, value, (int *)0);
}

/// Turns off SQLite's statistics of its memory; `sqlite3_config` is variadic, too.
static inline int csqlite_forgo_accounts(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }

/// Binds bytes that SQLite copies; `SQLITE_TRANSIENT` is a cast, which Swift can't import.
static inline int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, size_t count) {
  return count == 0 ? sqlite3_bind_zeroblob(statement, index, 0)
                    : sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/// Binds bytes without a copy: they must stay in place until the statement is reset.
static inline int csqlite_bind_lasting_blob(sqlite3_stmt *statement, int index, const void *bytes, size_t count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_STATIC);
}

/// Binds UTF-8 text that SQLite copies; it may hold NUL bytes.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const void *text, size_t count) {
  return sqlite3_bind_text64(statement, index, count == 0 ? "" : text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Whether the device failed to read the database or its write-ahead log. SQLite keeps the `errno` with each file; only
/// that tells a page that could not be read from a damaged one.
static inline int csqlite_is_unread(sqlite3 *database) {
  int number = 0;
  sqlite3_file *log = 0;
  sqlite3_file_control(database, "main", SQLITE_FCNTL_LAST_ERRNO, &number);
  if (number != EIO && number != ENXIO &&
      sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &log) == SQLITE_OK &&
      log && log->pMethods) {
    number = 0;
    log->pMethods->xFileControl(log, SQLITE_FCNTL_LAST_ERRNO, &number);
  }
  return number == EIO || number == ENXIO;
}
