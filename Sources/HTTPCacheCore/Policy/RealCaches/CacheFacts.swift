/// One exchange as the models of caches read it: the fields that any model needs are searched once for all models.
struct CacheFacts {
  struct Line {
    let name: KnownField
    let value: ArraySlice<UInt8>
  }

  let exchange: Exchange

  /// When the head was received.
  let receivedAt: Instant

  /// The lines that any rule reads, in the order received: nginx's decision depends on the order.
  let lines: [Line]

  /// The members of Cache-Control between commas outside of quotes, of each line by itself.
  let controlMembers: [ArraySlice<UInt8>]

  /// Those of `Date`, `Expires` and `Last-Modified` that are well-formed dates, which all caches read alike.
  private let plainDates: [KnownField: Instant]

  init(_ exchange: borrowing Exchange, receivedAt: Instant) {
    self.exchange = copy exchange
    self.receivedAt = receivedAt
    var lines: [Line] = []
    lines.reserveCapacity(12)
    let bytes = exchange.head.fields.pairs.bytes
    exchange.head.fields.pairs.withCursor { cursor in
      while let line = cursor.next() {
        guard let name = KnownField(line) else { continue }
        // The values are slices of the section's bytes, not copies.
        let end = cursor.offset
        lines.append(Line(name: name, value: bytes[(end - line.second.count)..<end]))
      }
    }
    var plainDates: [KnownField: Instant] = [:]
    for name in [KnownField.date, .expires, .lastModified] {
      guard let line = lines.first(where: { $0.name == name }) else { continue }
      plainDates[name] = LooseDate.plain(line.value)
    }
    self.plainDates = plainDates
    controlMembers = lines.flatMap { $0.name == .cacheControl ? $0.value.listMembers : [] }
    self.lines = lines
  }

  func has(_ name: KnownField) -> Bool { exchange.head.has(name) }

  /// The value of the first line of a field; nil if it is absent.
  func first(_ name: KnownField) -> ArraySlice<UInt8>? {
    has(name) ? lines.first { $0.name == name }?.value : nil
  }

  /// The values of all lines of a field.
  func all(_ name: KnownField) -> [ArraySlice<UInt8>] {
    has(name) ? lines.compactMap { $0.name == name ? $0.value : nil } : []
  }

  /// The values of all lines of a field as one list; nil if it is absent.
  func joined(_ name: KnownField) -> ArraySlice<UInt8>? {
    guard let first = first(name) else { return nil }
    guard lines.count(where: { $0.name == name }) > 1 else { return first }
    return ArraySlice(all(name).map(Array.init).joined(separator: Array(", ".utf8)))
  }

  var method: String { exchange.request.method }
  var status: Int { exchange.head.status }
  var request: RequestHead { exchange.request }

  /// Whether the URL has a `?`, even with nothing after it.
  var hasQuery: Bool { exchange.request.target.query != nil }

  /// The length of the body, where it is known.
  var bodyLength: Int64? { exchange.bodyLength }

  /// Whether `Content-Length` is 0.
  var saysEmptyBody: Bool { first(.contentLength)?.equals("0") == true }

  /// The date of a field, whose malformed text `read` reads; nil if the field is absent or `read` finds no date in its first line.
  func date(_ name: KnownField, _ read: (ArraySlice<UInt8>) -> Instant?) -> Instant? {
    plainDates[name] ?? first(name).flatMap(read)
  }

  /// The date of a field as a cache reads it; nil if the field is absent or the cache can't read its first line.
  ///
  /// `pivot` is the first year of two digits that belongs to the last century.
  func date(
    _ name: KnownField, _ accepted: LooseDate.Oddities, pivot: Int = LooseDate.usualPivot
  ) -> Instant? {
    date(name) { LooseDate.instant($0, accepting: accepted, pivot: pivot) }
  }

  /// The date of a field for a cache that treats the time 0, the first second of 1970, as absent.
  func positiveDate(_ name: KnownField, _ accepted: LooseDate.Oddities) -> Instant? {
    date(name, accepted).flatMap { $0.epoch > 0 ? $0 : nil }
  }

  /// The members of all lines of Cache-Control as one list, in which a quote may reach into the next line.
  var joinedControlMembers: [ArraySlice<UInt8>] {
    lines.count { $0.name == .cacheControl } > 1
      ? joined(.cacheControl)?.listMembers ?? [] : controlMembers
  }

  /// Cache-Control of the request; nil if it is absent.
  var requestControl: ArraySlice<UInt8>? {
    guard request.fields.contains("Cache-Control") else { return nil }
    return request.fields.combined("Cache-Control").map { Array($0.utf8)[...] }
  }

  var isAuthorized: Bool { request.fields.contains("Authorization") }

  /// Whether `no-cache` is a member of any line of Pragma.
  var hasPragmaNoCache: Bool {
    all(.pragma).contains { $0.listMembers.contains { $0.equalsIgnoringCase("no-cache") } }
  }
}
