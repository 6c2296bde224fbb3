/// Reads one entry of a HAR log; a value of the wrong type counts as missing.
enum HAREntryReader {
  /// The most bytes of names, values and other texts of one entry.
  private static let fieldLimit = 1 << 20

  static func read(_ reader: inout JSONReader) throws(JSONFault) -> HAREntry {
    var entry = HAREntry()
    try object(&reader) { reader, name throws(JSONFault) in
      switch name {
      case .startedDateTime: entry.startedAt = try time(&reader)
      case .time: entry.elapsed = try reader.optionalNumber() ?? 0
      case .request: try request(&reader, &entry)
      case .response: try response(&reader, &entry)
      case .cache: try cache(&reader, &entry)
      case .resourceType: entry.resourceType = try reader.optionalString()
      // Chrome writes which cache answered here; Safari writes the source of the response.
      case .fromCache: try note(&reader, &entry) { !$0.isEmpty }
      case .fetchType: try note(&reader, &entry) { !$0.isEmpty && !$0.spells("Network Load") }
      case .fetchedViaServiceWorker, .servedFromCache, .fromDiskCache, .fromServiceWorker, .fromPrefetchCache:
        try noteIfTrue(&reader, &entry)
      default: try reader.skip()
      }
    }
    entry.limit(to: fieldLimit)
    return entry
  }

  /// Visits an object; skips a value of another type.
  private static func object(
    _ reader: inout JSONReader, _ member: (inout JSONReader, HARName) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    if try reader.peek() == 0x7B { try reader.members(member) } else { try reader.skip() }
  }

  private static func time(_ reader: inout JSONReader) throws(JSONFault) -> Int64? {
    if try reader.peek() == 0x22 { return try reader.withString(timestampMilliseconds) }
    try reader.skip()
    return nil
  }

  private static func request(_ reader: inout JSONReader, _ entry: inout HAREntry) throws(JSONFault) {
    try object(&reader) { reader, name throws(JSONFault) in
      switch name {
      case .method:
        let method = try reader.optionalString() ?? ""
        if !method.isEmpty { entry.method = method }
      case .url: entry.url = try reader.optionalString() ?? ""
      case .headers: entry.requestFields = try fields(&reader, &entry.isTooLarge)
      default: try reader.skip()
      }
    }
  }

  private static func response(_ reader: inout JSONReader, _ entry: inout HAREntry) throws(JSONFault) {
    try object(&reader) { reader, name throws(JSONFault) in
      switch name {
      case .status: entry.status = Int(clamping: try status(&reader) ?? 0)
      case .statusText: entry.reason = try reader.optionalString() ?? ""
      case .httpVersion: entry.version = try version(&reader)
      case .headers: entry.responseFields = try fields(&reader, &entry.isTooLarge)
      case .bodySize: entry.bodySize = try whole(&reader) ?? -1
      case .transferSize: entry.transferSize = try whole(&reader) ?? -1
      case .content: entry.contentSize = try contentSize(&reader)
      case .error: entry.error = try reader.optionalString() ?? ""
      // chrome-har writes these members into the response.
      case .fetchedViaServiceWorker, .servedFromCache, .fromDiskCache, .fromServiceWorker, .fromPrefetchCache:
        try noteIfTrue(&reader, &entry)
      default: try reader.skip()
      }
    }
  }

  private static func contentSize(_ reader: inout JSONReader) throws(JSONFault) -> Int64 {
    var size: Int64 = -1
    try object(&reader) { reader, name throws(JSONFault) in
      if name == .size { size = try whole(&reader) ?? -1 } else { try reader.skip() }
    }
    return size
  }

  private static func cache(_ reader: inout JSONReader, _ entry: inout HAREntry) throws(JSONFault) {
    try object(&reader) { reader, name throws(JSONFault) in
      switch name {
      case .beforeRequest: if try hasMembers(&reader) { entry.isFromCache = true }
      case .afterRequest: if try hasMembers(&reader) { entry.tellsOfCacheEntry = true }
      default: try reader.skip()
      }
    }
  }

  /// Whether the next value is an object with a member; `null` and `{}` describe nothing.
  private static func hasMembers(_ reader: inout JSONReader) throws(JSONFault) -> Bool {
    var has = false
    try object(&reader) { reader, _ throws(JSONFault) in
      has = true
      try reader.skip()
    }
    return has
  }

  /// Reads a note on the cache, a text or `true`.
  private static func note(
    _ reader: inout JSONReader, _ entry: inout HAREntry, _ means: (UnsafeBufferPointer<UInt8>) -> Bool
  ) throws(JSONFault) {
    guard try reader.peek() == 0x22 else { return try noteIfTrue(&reader, &entry) }
    if try reader.withString(means) { entry.isFromCache = true }
  }

  private static func noteIfTrue(_ reader: inout JSONReader, _ entry: inout HAREntry) throws(JSONFault) {
    if try reader.optionalBool() == true { entry.isFromCache = true }
  }

  /// A status; some recorders write it in quotes.
  static func status(_ reader: inout JSONReader) throws(JSONFault) -> Int64? {
    try reader.peek() == 0x22 ? Int64(try reader.string()) : try whole(&reader)
  }

  static func whole(_ reader: inout JSONReader) throws(JSONFault) -> Int64? {
    try reader.optionalNumber().flatMap { Int64(exactly: $0.rounded()) }
  }

  /// The lines of `headers`, an array or an object, without those whose names are not field names, such as HTTP/2's
  /// `:status`.
  static func fields(
    _ reader: inout JSONReader, _ isTooLarge: inout Bool
  ) throws(JSONFault) -> FieldSection {
    var lines = RecordedLines(limit: fieldLimit)
    switch try reader.peek() {
    case 0x5B:
      try reader.array { reader throws(JSONFault) in
        guard !lines.isFull else { return try reader.skip() }
        lines.beginLine()
        if try reader.peek() == 0x5B {
          // A line as an array of the name and the value.
          var place = 0
          try reader.array { reader throws(JSONFault) in
            switch place {
            case 0: try name(&reader, to: &lines)
            case 1: try value(&reader, to: &lines)
            default: try reader.skip()
            }
            place += 1
          }
        } else {
          try object(&reader) { reader, member throws(JSONFault) in
            switch member {
            case .name: try name(&reader, to: &lines)
            case .value: try value(&reader, to: &lines)
            default: try reader.skip()
            }
          }
        }
        lines.endLine()
      }
    case 0x7B:
      try reader.object { reader, name throws(JSONFault) in
        try values(&reader, of: name, to: &lines)
      }
    default: try reader.skip()
    }
    if lines.isFull { isTooLarge = true }
    return lines.fields
  }

  /// Reads the values of one name in an object of fields: a text, or an array of texts.
  private static func values(
    _ reader: inout JSONReader, of name: String, to lines: inout RecordedLines
  ) throws(JSONFault) {
    var name = name
    func add(_ reader: inout JSONReader, _ lines: inout RecordedLines) throws(JSONFault) {
      guard try reader.peek() == 0x22, !lines.isFull else { return try reader.skip() }
      name.withUTF8 { lines.setName($0) }
      try value(&reader, to: &lines)
      lines.endLine()
    }
    guard try reader.peek() == 0x5B else { return try add(&reader, &lines) }
    try reader.array { reader throws(JSONFault) in try add(&reader, &lines) }
  }

  /// Reads the name of a field; a value that is not a string counts as an empty name.
  private static func name(
    _ reader: inout JSONReader, to lines: inout RecordedLines
  ) throws(JSONFault) {
    guard try reader.peek() == 0x22 else {
      lines.setName(UnsafeBufferPointer(start: nil, count: 0))
      return try reader.skip()
    }
    try reader.withString { lines.setName($0) }
  }

  /// Reads the value of a field; a value that is not a string counts as missing.
  private static func value(
    _ reader: inout JSONReader, to lines: inout RecordedLines
  ) throws(JSONFault) {
    guard try reader.peek() == 0x22 else { return try reader.skip() }
    try reader.withString { lines.setValue($0) }
  }

  /// Reads a version from texts such as `HTTP/1.1`, `http/2.0`, `h2` and `h3`.
  private static func version(_ reader: inout JSONReader) throws(JSONFault) -> String {
    guard try reader.peek() == 0x22 else {
      try reader.skip()
      return "1.1"
    }
    return try reader.withString { text in
      for (mark, version) in versions where text.beginsIgnoringCase(with: mark) { return version }
      return "1.1"
    }
  }

  private static let versions: [(mark: StaticString, version: String)] = [
    ("http/2", "2"), ("h2", "2"), ("http/3", "3"), ("h3", "3"), ("http/1.0", "1.0"),
  ]
}
