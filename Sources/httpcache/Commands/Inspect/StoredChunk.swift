import HTTPCacheCore

/// A few stored responses, in the order of their keys.
struct StoredChunk: RecordedChunk {
  private static let countLimit = 128

  private var entries: [(stored: StoredResponse, request: RequestHead)] = []

  var count: Int { entries.count }

  var clockOffset: Seconds? { nil }

  var isFull: Bool { count >= Self.countLimit }

  /// Adds a response, with a request for its URL that has the fields of the options.
  mutating func add(_ stored: StoredResponse, request: RequestHead) { entries.append((stored, request)) }

  func forEachEntry(now: Instant, judgesForeign: Bool, _ visit: (consuming RecordedEntry) -> Void) {
    for (stored, request) in entries { visit(.subject(Subject(stored: stored, for: request))) }
  }
}

extension Subject {
  /// A stored response as the answer to the request that it was stored for.
  ///
  /// `request` is a request for its URL, whose selecting fields are replaced by the selecting fields of the response.
  init(stored: StoredResponse, for request: RequestHead) {
    var fields = request.fields
    for line in stored.selectingFields.lines { fields.remove(line.name) }
    for line in stored.selectingFields.lines { fields.append(line) }
    let names = stored.head.selectingNames(for: request)
    if !names.isEmpty {
      fields.lines.removeAll {
        names.contains($0.name.asciiLowercased) && !stored.selectingFields.contains($0.name)
      }
    }
    var like = request
    if fields != request.fields { like.fields = fields }
    self.init(origin: .store, request: like, stored: stored, bodyLength: stored.bodyLength)
  }
}
