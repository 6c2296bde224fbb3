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
      case .timings: entry.isWithoutDuration = try areZero(&reader)
      case .serverIPAddress: entry.hasAddress = try reader.optionalString()?.isEmpty == false
      case .resourceType: entry.resourceType = try reader.optionalString()
      case .pageref: entry.pageName = try reader.optionalString() ?? ""
      // Chrome writes which cache answered here; Safari writes the source of the response.
      case .fromCache: try note(&reader, &entry) { !$0.isEmpty }
      case .fetchType:
        var isWorker = false
        try note(&reader, &entry) { text in
          isWorker = text.spells("Service Worker")
          return !text.isEmpty && !text.spells("Network Load")
        }
        if isWorker { entry.isByServiceWorker = true }
      case .fetchedViaServiceWorker, .fromServiceWorker: try noteWorker(&reader, &entry)
      case .servedFromCache, .fromDiskCache, .fromPrefetchCache: try noteIfTrue(&reader, &entry)
      default: try reader.skip()
      }
    }
    if entry.elapsed > 0 { entry.isWithoutDuration = false }
    entry.settleShown()
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

  /// Whether every duration of an object is 0, or -1 for a step that there was not; false if it has none.
  private static func areZero(_ reader: inout JSONReader) throws(JSONFault) -> Bool {
    var (count, isLong) = (0, false)
    try object(&reader) { reader, _ throws(JSONFault) in
      guard let duration = try reader.optionalNumber() else { return }
      count += 1
      if duration > 0 { isLong = true }
    }
    return count > 0 && !isLong
  }

  private static func request(_ reader: inout JSONReader, _ entry: inout HAREntry) throws(JSONFault) {
    var lines: RecordedLines?
    try object(&reader) { reader, name throws(JSONFault) in
      switch name {
      case .method:
        let method = try reader.optionalString() ?? ""
        if !method.isEmpty { entry.method = method }
      case .url: entry.url = try reader.optionalString() ?? ""
      case .headers: lines = try fields(&reader)
      default: try reader.skip()
      }
    }
    if let lines { entry.takeRequest(lines) }
  }

  private static func response(_ reader: inout JSONReader, _ entry: inout HAREntry) throws(JSONFault) {
    try object(&reader) { reader, name throws(JSONFault) in
      switch name {
      case .status: entry.status = Int(clamping: try status(&reader) ?? 0)
      case .statusText: entry.reason = try reader.optionalString() ?? ""
      case .httpVersion: entry.version = try version(&reader)
      case .headers: entry.takeResponse(try fields(&reader))
      case .bodySize: entry.bodySize = try whole(&reader) ?? -1
      case .transferSize: entry.transferSize = try whole(&reader) ?? -1
      case .content: try content(&reader, &entry)
      case .error: entry.error = try reader.optionalString() ?? ""
      // chrome-har writes these members into the response.
      case .fetchedViaServiceWorker, .fromServiceWorker: try noteWorker(&reader, &entry)
      case .servedFromCache, .fromDiskCache, .fromPrefetchCache: try noteIfTrue(&reader, &entry)
      default: try reader.skip()
      }
    }
  }

  /// Reads the size of the content, and its text as far as the members before it show a use.
  private static func content(_ reader: inout JSONReader, _ entry: inout HAREntry) throws(JSONFault) {
    var (isBase64, kind) = (false, BodySearch())
    var body: RecordedBody?
    try object(&reader) { reader, name throws(JSONFault) in
      switch name {
      case .size: entry.contentSize = try whole(&reader) ?? -1
      case .encoding: isBase64 = try reader.optionalString() == "base64"
      case .mimeType:
        guard try reader.peek() == 0x22 else { return try reader.skip() }
        kind = try reader.withString { type in
          if type.beginsIgnoringCase(with: "text/html") || type.beginsIgnoringCase(with: "application/xhtml")
          {
            return .ofPages
          }
          guard type.count < 64 else { return [] }
          return BodySearch.namesPlaylist(type: String(decoding: type, as: UTF8.self).asciiLowercased)
            ? .playlist : []
        }
      case .text:
        guard var read = RecordedBody(of: entry, kind), try reader.peek() == 0x22 else {
          return try reader.skip()
        }
        try reader.forEachPiece { read.take($0) }
        body = read
      default: try reader.skip()
      }
    }
    body?.finish(isBase64: isBase64, &entry)
  }

  private static func cache(_ reader: inout JSONReader, _ entry: inout HAREntry) throws(JSONFault) {
    // Firefox writes `afterRequest` alone, and only where its cache answered; Playwright writes both into every entry.
    var (namesBefore, isAfterNull) = (false, false)
    try object(&reader) { reader, name throws(JSONFault) in
      switch name {
      case .beforeRequest:
        namesBefore = true
        if try hasMembers(&reader) { entry.isFromCache = true }
      case .afterRequest:
        isAfterNull = try reader.peek() == 0x6E
        if try hasMembers(&reader) { entry.tellsOfCacheEntry = true }
      default: try reader.skip()
      }
    }
    if isAfterNull, !namesBefore { entry.isFromCache = true }
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

  private static func noteWorker(_ reader: inout JSONReader, _ entry: inout HAREntry) throws(JSONFault) {
    guard try reader.optionalBool() == true else { return }
    (entry.isFromCache, entry.isByServiceWorker) = (true, true)
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

  /// The lines of `headers`, an array or an object; the names of pseudo-fields, such as HTTP/2's `:status`, are no field
  /// names.
  static func fields(_ reader: inout JSONReader) throws(JSONFault) -> RecordedLines {
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
    return lines
  }

  /// Reads the values of one name in an object of fields: a value, or an array of values.
  private static func values(
    _ reader: inout JSONReader, of name: String, to lines: inout RecordedLines
  ) throws(JSONFault) {
    var name = name
    func add(_ reader: inout JSONReader, _ lines: inout RecordedLines) throws(JSONFault) {
      guard !lines.isFull else { return try reader.skip() }
      lines.beginLine()
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

  /// Reads the value of a field: a string, a number or boolean as it is spelled, or an object that holds one; anything
  /// else was not recorded.
  private static func value(
    _ reader: inout JSONReader, to lines: inout RecordedLines
  ) throws(JSONFault) {
    switch try reader.peek() {
    case 0x22: try reader.withString { lines.setValue($0) }
    case 0x2D, 0x30...0x39: try reader.number().withUnsafeBufferPointer { lines.setValue($0) }
    case 0x74, 0x66:
      let isTrue = try reader.optionalBool() == true
      lines.setValue(isTrue ? "true" : "false")
    case 0x7B: try typedValue(&reader, to: &lines)
    default:
      try reader.skip()
      lines.dropValue()
    }
  }

  /// Reads a value as WebDriver BiDi writes it: `{"type": "string", "value": "…"}`, or base64 for bytes that are no UTF-8.
  private static func typedValue(
    _ reader: inout JSONReader, to lines: inout RecordedLines
  ) throws(JSONFault) {
    var (bytes, isBase64): ([UInt8]?, Bool) = (nil, false)
    try reader.object { reader, name throws(JSONFault) in
      switch name {
      case "value": bytes = try reader.optionalString().map { Array($0.utf8) }
      case "type": isBase64 = try reader.optionalString() == "base64"
      default: try reader.skip()
      }
    }
    if isBase64 { bytes = bytes.flatMap { Base64.decoded($0) } }
    guard let bytes else { return lines.dropValue() }
    bytes.withUnsafeBufferPointer { lines.setValue($0) }
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
