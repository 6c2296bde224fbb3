/// The response object of a `Cache.db` entry: `{"Version": 1, "Array": [url, time, 0, status, fields, length, type]}`.
struct CacheDBResponse {
  var status: Int
  /// When the response was received, in seconds since the beginning of 2001.
  var receivedAt: Double?
  var url: String?
  var fields: [FieldLine]

  /// Reads the object; nil if it is of another form.
  ///
  /// The positions differ between systems: if the item at the usual index has the wrong type, takes the first item of
  /// the right type.
  init?(_ bytes: [UInt8]) {
    guard let items = CacheDBItems(bytes) else { return nil }
    let isStatus = { (item: PropertyList) in (100...599).contains(item.integer ?? 0) }
    guard let status = items.first(at: 3, where: isStatus)?.integer else { return nil }
    self.status = Int(status)
    receivedAt = items.first(at: 1) { ($0.number ?? 0) > 1e8 }?.number
    url = items.url
    fields = items.fields(at: 4)
  }
}

/// The request object: method and fields are among its twenty-two items.
struct CacheDBRequest {
  var method: String?
  var fields: [FieldLine]

  /// Reads the object; nil if it is of another form.
  init?(_ bytes: [UInt8]) {
    guard let items = CacheDBItems(bytes) else { return nil }
    let isMethod = { (item: PropertyList) in
      guard let text = item.string?.utf8 else { return false }
      return (1...20).contains(text.count) && text.allSatisfy { (0x41...0x5A).contains($0) }
    }
    method = items.first(at: 18, where: isMethod)?.string
    fields = items.fields(at: 19)
  }
}

/// The items of a serialised request or response.
struct CacheDBItems {
  private let items: [PropertyList]

  /// Reads the items; nil if the bytes are not such an object.
  init?(_ bytes: [UInt8]) {
    guard let list = Self.list(bytes), let items = list["Array"]?.array else { return nil }
    self.items = items
  }

  /// Reads a property list; nil if the bytes are not one.
  static func list(_ bytes: [UInt8]) -> PropertyList? { try? BinaryPropertyList.value(bytes) }

  func first(at index: Int, where fits: (PropertyList) -> Bool) -> PropertyList? {
    if index < items.count, fits(items[index]) { return items[index] }
    return items.first(where: fits)
  }

  /// The first URL; in a request, the URL of the main document follows it.
  var url: String? {
    items.first { $0["_CFURLString"] != nil }?["_CFURLString"]?.string
  }

  /// The field lines of the header dictionary.
  func fields(at index: Int) -> [FieldLine] {
    let isHeader = { (item: PropertyList) in item.members != nil && item["_CFURLString"] == nil }
    guard let members = first(at: index, where: isHeader)?.members else { return [] }
    return Self.separateLines(members) ?? Self.lines(members.filter { $0.key != Self.linesKey })
  }

  /// The key of a Base64 list that keeps repeated lines apart: each name with its values.
  private static let linesKey = "__hhaa__"

  private static func separateLines(_ members: [PropertyList.Member]) -> [FieldLine]? {
    guard let text = members.first(where: { $0.key == linesKey })?.value.string,
      let bytes = Base64.decoded(text.utf8), let inner = list(bytes)?.members
    else { return nil }
    let lines = lines(inner)
    return lines.isEmpty ? nil : lines
  }

  private static func lines(_ members: [PropertyList.Member]) -> [FieldLine] {
    members.filter(\.key.isToken).flatMap { member in
      (member.value.array ?? [member.value]).compactMap(\.string).map { FieldLine(member.key, $0) }
    }
  }
}
