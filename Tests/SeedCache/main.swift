import CSystem
import HTTPCacheCore

// Fills a cache with recorded responses, through the real store, so that large ones can be measured:
// `seed-cache --cache-dir DIR [--count N] [--body-size BYTES] <LINES`. The lines are those of `inspect --jsonl`. What a
// cache may not store is left out; a body is as long as its line says, and at most as long as the option (300). The same
// lines give the same store.

/// The options, or nil where they are not understood.
struct SeedOptions {
  var directory = ""
  /// How many responses are stored; all that may be stored unless told.
  var count = Int.max
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

/// Writes a line to stderr.
func say(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = write(2, bytes, bytes.count)
}

/// A recorded response as a cache stores it; nil where it may not.
func stored(_ entry: consuming RecordedEntry) -> StoredResponse? {
  guard case .subject(let subject, _) = entry else { return nil }
  let exchange = Exchange(
    request: subject.request, head: subject.stored.head, bodyLength: subject.bodyLength, isRecorded: true)
  guard StorageDecision(exchange, settings: Settings()).isStorable else { return nil }
  var response = subject.stored
  response.head = response.head.storable(settings: Settings()).head
  return response
}

guard let options = SeedOptions(Array(CommandLine.arguments.dropFirst())) else {
  say("usage: seed-cache --cache-dir DIR [--count N] [--body-size BYTES] <LINES")
  exit(2)
}
let body = (0..<options.bodySize).map { UInt8(truncatingIfNeeded: $0 &* 31) }
var count = 0
var failure: StoreError?
do throws(StoreError) {
  let store = try Store.open(
    directory: options.directory, options: StoreOptions(capacity: .max / 4, maxEntrySize: .max / 4))
  let isWhole = LineLog.forEachChunk({ read(0, $0.baseAddress, $0.count) }) { chunk in
    var writes: [(Write, BodyWriter?)] = []
    do throws(StoreError) {
      var responses: [StoredResponse] = []
      chunk.forEachEntry(now: Instant(epoch: Seconds(time(nil))), judgesForeign: false) { entry in
        if let response = stored(entry) { responses.append(response) }
      }
      for response in responses.prefix(options.count - count) {
        let writer = try store.makeWriter()
        try writer.append(Array(body.prefix(Int(clamping: response.bodyLength))))
        writes.append((Write(.store(NewResponse(response))), writer))
      }
      for result in store.perform(writes) { _ = try result.get() }
    } catch {
      failure = error
    }
    count += writes.count
    return failure == nil && count < options.count
  }
  if let failure { throw failure }
  if !isWhole || options.count < .max && count < options.count {
    say("seed-cache: the lines ended after \(count) responses that may be stored")
    exit(1)
  }
} catch {
  say("seed-cache: \(error.message)")
  exit(5)
}
