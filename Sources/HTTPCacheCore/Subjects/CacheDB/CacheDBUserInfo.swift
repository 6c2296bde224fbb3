/// Reads the named values that an app stored with a response in `Cache.db`; their format is undocumented.
package enum CacheDBUserInfo {
  /// The name of the value that gives the number of unreadable bytes.
  package static let unreadableName = "unreadable_bytes"

  /// The values of simple types, as text.
  static func values(_ bytes: [UInt8]) -> [String: String] {
    guard let list = CacheDBItems.list(bytes),
      let members = list["$archiver"] == nil ? list.members : archived(list)
    else { return [unreadableName: String(bytes.count)] }
    return members.reduce(into: [:]) { values, member in
      if let text = text(member.value) { values[member.key] = text }
    }
  }

  /// The members of the top dictionary of a keyed archive; nil if it is of another form.
  private static func archived(_ list: PropertyList) -> [PropertyList.Member]? {
    guard let objects = list["$objects"]?.array, let top = list["$top"]?.members?.first else { return nil }
    let resolved = { (value: PropertyList) -> PropertyList in
      guard case .uid(let index) = value, let index = Int(exactly: index), index < objects.count else {
        return value
      }
      return objects[index]
    }
    let root = resolved(top.value)
    guard let keys = root["NS.keys"]?.array, let values = root["NS.objects"]?.array else { return nil }
    return zip(keys, values).compactMap { key, value in
      guard let name = resolved(key).string else { return nil }
      let value = resolved(value)
      // An archived date is an object of its own.
      return .init(key: name, value: value["NS.time"]?.number.map(PropertyList.date) ?? value)
    }
  }

  private static func text(_ value: PropertyList) -> String? {
    switch value {
    case .string(let text): text
    case .integer(let number): String(number)
    case .real(let number): "\(number)"
    case .bool(let value): value ? "true" : "false"
    case .date(let seconds): CacheDBTime.instant(seconds).map(rfc3339)
    case .data(let bytes): "(\(bytes.count) bytes)"
    case .array, .dictionary, .uid, .null: nil
    }
  }
}

/// Reads the times in `Cache.db`.
enum CacheDBTime {
  /// The time that is a number of seconds after the beginning of 2001, rounded down; nil if it is out of range.
  static func instant(_ seconds: Double) -> Instant? {
    guard let whole = Int64(exactly: seconds.rounded(.down)), whole.magnitude < 1 << 40 else { return nil }
    return Instant(epoch: whole + 978_307_200)
  }

  /// `YYYY-MM-DD HH:MM:SS` in UTC, as SQLite's `CURRENT_TIMESTAMP` writes it.
  static func instant(_ text: String) -> Instant? {
    timestampMilliseconds(text + "Z").map { Instant(epoch: $0 / 1000) }
  }
}
