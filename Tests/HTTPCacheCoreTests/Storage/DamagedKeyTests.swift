import HTTPCacheCore
import TestSupport
import Testing

@Suite("Store walks: damaged keys", .timed)
struct DamagedKeyTests {
  let cache = TemporaryCache()

  typealias Row = (what: String, sql: String)
  static let rows: [Row] = [
    ("a URL that is no UTF-8", "UPDATE entries SET uri = CAST(x'ff' || uri AS TEXT) WHERE id > 100"),
    ("a blob", "UPDATE entries SET uri = CAST('z' || uri AS BLOB) WHERE id > 100"),
    ("a method that is a blob", "UPDATE entries SET method = x'474554'"),
    ("a number", "UPDATE entries SET method = 1.5"),
    ("a time that is text", "UPDATE entries SET last_used_at = 'long ago' || id"),
    ("a time that is a blob", "UPDATE entries SET last_used_at = x'00'"),
  ]

  @Test("no walk begins anew at the end of a page", arguments: rows)
  func ends(_ row: Row) throws {
    let store = try Store.open(directory: cache.directory)
    let writes = try (0..<300).map { number in
      (Write(.store(NewResponse(StoreFixture.response(String(1000 + number))))), try store.makeWriter())
    }
    for result in store.perform(writes) { _ = try result.get() }
    cache.execute(row.sql)
    let reader = try Store.open(directory: cache.directory, options: StoreOptions(isReadOnly: true))
    for walk in 0..<3 {
      var seen = 0
      func visit() -> Bool {
        seen += 1
        return seen <= 300
      }
      switch walk {
      case 0: try reader.forEach(EntrySelection()) { _ in visit() }
      case 1: try reader.forEachToTrim(EntrySelection(), bytes: nil, entries: nil) { _, _ in visit() }
      default: try reader.forEachToTrim(nil, bytes: 0, entries: nil) { _, _ in visit() }
      }
      #expect(seen <= 300, "\(row.what)")
    }
    let report = try reader.verify()
    #expect(report.entries == 300 && !report.damage.isEmpty, "\(row.what)")
  }
}
