/// Reads one entry of a HAR log; what has another type than the format says counts as missing.
enum HAREntryReader {
  /// How many bytes of names and values one entry may have.
  private static let fieldLimit = 1 << 20

  static func read(_ reader: inout JSONReader) throws(JSONFault) -> HAREntry {
    var entry = HAREntry()
    try object(&reader) { reader, name throws(JSONFault) in
      switch name {
      case "startedDateTime": entry.startedAt = try reader.optionalString().flatMap(timestampMilliseconds)
      case "time": entry.elapsed = try reader.optionalNumber() ?? 0
      case "request": try request(&reader, &entry)
      case "response": try response(&reader, &entry)
      case "cache": try cache(&reader, &entry)
      // Chrome names the cache; Safari names where it was loaded from.
      case "_fromCache": try note(&reader, &entry) { $0 != "" }
      case "_fetchType": try note(&reader, &entry) { $0 != "Network Load" && $0 != "" }
      case "_fetchedViaServiceWorker", "_servedFromCache": try noteIfTrue(&reader, &entry)
      default: try reader.skip()
      }
    }
    return entry
  }

  /// Visits an object; passes over a value of another type.
  private static func object(
    _ reader: inout JSONReader, _ member: (inout JSONReader, String) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    if try reader.peek() == 0x7B { try reader.object(member) } else { try reader.skip() }
  }

  private static func request(_ reader: inout JSONReader, _ entry: inout HAREntry) throws(JSONFault) {
    var read = entry
    try object(&reader) { reader, name throws(JSONFault) in
      switch name {
      case "method":
        let method = try reader.optionalString() ?? ""
        if !method.isEmpty { read.method = method }
      case "url": read.url = try reader.optionalString() ?? ""
      case "headers": (read.requestFields, read.isTooLarge) = try fields(&reader, read.isTooLarge)
      default: try reader.skip()
      }
    }
    entry = read
  }

  private static func response(_ reader: inout JSONReader, _ entry: inout HAREntry) throws(JSONFault) {
    var read = entry
    try object(&reader) { reader, name throws(JSONFault) in
      switch name {
      case "status": read.status = Int(try whole(&reader) ?? 0)
      case "statusText": read.reason = try reader.optionalString() ?? ""
      case "httpVersion": read.version = version(try reader.optionalString() ?? "")
      case "headers": (read.responseFields, read.isTooLarge) = try fields(&reader, read.isTooLarge)
      case "bodySize": read.bodySize = try whole(&reader) ?? -1
      case "content": read.contentSize = try contentSize(&reader)
      case "_fetchedViaServiceWorker": try noteIfTrue(&reader, &read)
      default: try reader.skip()
      }
    }
    entry = read
  }

  private static func contentSize(_ reader: inout JSONReader) throws(JSONFault) -> Int64 {
    var size: Int64 = -1
    try object(&reader) { reader, name throws(JSONFault) in
      if name == "size" { size = try whole(&reader) ?? -1 } else { try reader.skip() }
    }
    return size
  }

  private static func cache(_ reader: inout JSONReader, _ entry: inout HAREntry) throws(JSONFault) {
    var tells = false
    try object(&reader) { reader, name throws(JSONFault) in
      if name == "beforeRequest" || name == "afterRequest" { tells = true }
      try reader.skip()
    }
    entry.tellsOfCacheEntry = tells
  }

  /// A note in words; `true` is one, too.
  private static func note(
    _ reader: inout JSONReader, _ entry: inout HAREntry, _ means: (String) -> Bool
  ) throws(JSONFault) {
    guard try reader.peek() == 0x22 else { return try noteIfTrue(&reader, &entry) }
    if means(try reader.string()) { entry.isFromCache = true }
  }

  private static func noteIfTrue(_ reader: inout JSONReader, _ entry: inout HAREntry) throws(JSONFault) {
    if try reader.optionalBool() == true { entry.isFromCache = true }
  }

  private static func whole(_ reader: inout JSONReader) throws(JSONFault) -> Int64? {
    try reader.optionalNumber().flatMap { Int64(exactly: $0.rounded()) }
  }

  /// The lines of a `headers` array; what has no name that a field can have is no field, as HTTP/2's `:status`.
  private static func fields(
    _ reader: inout JSONReader, _ wasTooLarge: Bool
  ) throws(JSONFault) -> ([FieldLine], Bool) {
    guard try reader.peek() == 0x5B else {
      try reader.skip()
      return ([], wasTooLarge)
    }
    var lines: [FieldLine] = []
    lines.reserveCapacity(16)
    var size = 0
    try reader.array { reader throws(JSONFault) in
      guard size <= fieldLimit else { return try reader.skip() }
      var name = ""
      var value: [UInt8] = []
      try object(&reader) { reader, member throws(JSONFault) in
        switch member {
        case "name": name = try reader.optionalString() ?? ""
        case "value" where try reader.peek() == 0x22: value = try reader.bytes()
        default: try reader.skip()
        }
      }
      size += name.utf8.count + value.count + 32
      guard !name.isEmpty, name.utf8.allSatisfy(\.isTokenCharacter) else { return }
      // Chrome joins the lines of one name by line breaks, where a comma would not do.
      if value.contains(0x0A) {
        for line in value.split(separator: 0x0A) {
          lines.append(FieldLine(name: name, rawValue: Array(line)))
        }
      } else {
        lines.append(FieldLine(name: name, rawValue: value))
      }
    }
    return (lines, wasTooLarge || size > fieldLimit)
  }

  /// `HTTP/1.1`, `http/2.0`, `h2`, `h3` as a version.
  private static func version(_ text: String) -> String {
    let lowercased = text.asciiLowercased
    for (mark, version) in [("http/2", "2"), ("h2", "2"), ("http/3", "3"), ("h3", "3"), ("http/1.0", "1.0")]
    where lowercased.hasPrefix(mark) {
      return version
    }
    return "1.1"
  }
}
