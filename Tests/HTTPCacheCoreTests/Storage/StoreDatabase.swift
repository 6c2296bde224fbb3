import CSQLite
import TestSupport
import Testing

extension TemporaryCache {
  /// Runs SQL on the cache's database as another program would.
  func execute(_ sql: String) {
    var handle: OpaquePointer?
    sqlite3_open(file("cache.db"), &handle)
    #expect(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK, "\(sql)")
    sqlite3_close(handle)
  }
}

/// A lock that another connection holds on a database, for as long as this lives.
final class HeldLock {
  private var handle: OpaquePointer?

  init(_ path: String) {
    sqlite3_open(path, &handle)
    #expect(sqlite3_exec(handle, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK)
  }

  deinit { sqlite3_close(handle) }
}

/// A connection that reads as of one moment, for as long as this lives.
final class SnapshotReader {
  private var handle: OpaquePointer?

  init(_ path: String) {
    sqlite3_open(path, &handle)
    let sql = "BEGIN; SELECT count(*) FROM entries"
    #expect(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK)
  }

  deinit { sqlite3_close(handle) }
}
