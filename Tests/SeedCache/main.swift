import CSystem
import HTTPCacheCore

// Fills a cache with made-up responses, through the real store, so that large ones can be measured:
// `seed-cache --cache-dir DIR --count N [--body-size BYTES]`. The same arguments give the same responses.

/// The options, or nil where they are not understood.
struct SeedOptions {
  var directory = ""
  var count = 0
  var bodySize = 300

  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      guard let value = rest.popFirst() else { return nil }
      switch name {
      case "--cache-dir": directory = value
      case "--count":
        guard let number = Int(value), number >= 0 else { return nil }
        count = number
      case "--body-size":
        guard let number = Int(value), number >= 0 else { return nil }
        bodySize = number
      default: return nil
      }
    }
    guard !directory.isEmpty, count > 0 else { return nil }
  }
}

/// One of the responses: hosts, types, statuses, lifetimes and ages as a real cache has them, spread over a hundred days.
func response(_ number: Int, now: Instant) -> StoredResponse {
  let types = [
    "text/html; charset=utf-8", "text/css", "application/javascript", "image/png", "application/json",
  ]
  let lifetimes = [0, 60, 3600, 86_400, 31_536_000]
  let receivedAt = now + -Seconds(number % 100 * 86_400 + number / 100 % 80_000)
  let uri = "http://host\(number % 1000).test/path/\(number)?v=\(number % 7)"
  let fields = [
    ("Date", HTTPDate.imfFixdate(receivedAt)), ("Content-Type", types[number % 5]),
    ("Cache-Control", "max-age=\(lifetimes[number / 5 % 5])"), ("ETag", "\"\(number)\""),
    ("Server", "seed"),
  ]
  return StoredResponse(
    key: CacheKey(method: "GET", normalizedURI: uri),
    head: ResponseHead(
      status: number % 50 == 0 ? 404 : 200, reason: "OK",
      fields: FieldSection(fields.map { FieldLine($0.0, $0.1) })),
    requestedAt: receivedAt, receivedAt: receivedAt, userInfo: ["cache_date": rfc3339(receivedAt)])
}

/// Writes a line to stderr.
func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = write(2, bytes, bytes.count)
}

guard let options = SeedOptions(Array(CommandLine.arguments.dropFirst())) else {
  say("usage: seed-cache --cache-dir DIR --count N [--body-size BYTES]")
  exit(2)
}
let now = Instant(epoch: Seconds(time(nil)))
let body = (0..<options.bodySize).map { UInt8(truncatingIfNeeded: $0 &* 31) }
do throws(StoreError) {
  let store = try Store.open(
    directory: options.directory, options: StoreOptions(capacity: .max / 4, maxEntrySize: .max / 4))
  for start in stride(from: 0, to: options.count, by: 1000) {
    var arrivals: [Arrival] = []
    for number in start..<min(start + 1000, options.count) {
      let writer = try store.makeWriter()
      try writer.append(body)
      let response = response(number, now: now)
      arrivals.append(Arrival(response: response, body: writer, at: response.receivedAt))
    }
    for result in store.perform(arrivals.map { .store($0) }) { _ = try result.get() }
  }
  store.close()
} catch {
  say("seed-cache: \(error.message)")
  exit(5)
}
