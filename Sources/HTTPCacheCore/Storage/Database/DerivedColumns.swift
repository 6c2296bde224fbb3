/// The columns of a row that are derived from its other columns, so that SQL can find and count entries by them.
///
/// No decision on caching reads them: a response that is read back is judged by its own fields.
struct DerivedColumns {
  static let columns = "type, fresh_until, fresh_until_shared"
  static let count: Int32 = 3

  let type: String

  /// When the response becomes stale in a private and in a shared cache, in seconds since 1970; 0 if it has no
  /// freshness lifetime.
  let freshUntil: Seconds
  let freshUntilShared: Seconds

  init(_ response: StoredResponse) {
    type = response.head.fields.withFirst("Content-Type", Self.type) ?? ""
    freshUntil = Self.freshUntil(response, .private)
    let head = response.head
    let isSame = !head.cacheControl.contains("s-maxage") && !head.fields.contains(TargetedField.name)
    freshUntilShared = isSame ? freshUntil : Self.freshUntil(response, .shared)
  }

  /// The values, in the order of `columns`.
  var values: [SQLiteValue] {
    [.text(type), .integer(freshUntil), .integer(freshUntilShared)]
  }

  /// The media type of a field value in lower case, without parameters (RFC 9110 §8.3.1).
  private static func type(_ value: UnsafeRawBufferPointer) -> String {
    var end = 0
    while end < value.count, value[end] != 0x3B, value[end] != 0x2C { end += 1 }
    while end > 0, value[end - 1].isSpaceOrTab { end -= 1 }
    return String(decoding: value[..<end].lazy.map(\.asciiLowercased), as: UTF8.self)
  }

  private static func freshUntil(_ response: StoredResponse, _ role: CacheRole) -> Seconds {
    let freshness = Freshness(response, now: response.receivedAt, settings: Settings(role: role))
    return freshness.expiresAt?.epoch ?? 0
  }
}
