/// The columns of a row that follow from others: kept so that entries can be found and counted by them.
///
/// They decide nothing: what is read back is judged anew, by the response itself.
struct DerivedColumns {
  static let columns = "type, fresh_until, fresh_until_shared"
  static let count: Int32 = 3

  let type: String

  /// When it becomes stale, in a private and in a shared cache; 0 where nothing gives it a lifetime.
  let freshUntil: Seconds
  let freshUntilShared: Seconds

  init(_ response: StoredResponse) {
    let type = response.head.fields.first("Content-Type").map { $0.prefix { $0 != ";" && $0 != "," } } ?? ""
    self.type =
      String(decoding: Array(type.utf8)[...].trimmingOptionalWhitespace, as: UTF8.self).asciiLowercased
    freshUntil = Self.freshUntil(response, .private)
    freshUntilShared = Self.freshUntil(response, .shared)
  }

  /// In the order of `columns`.
  var values: [SQLiteValue] {
    [.text(type), .integer(freshUntil), .integer(freshUntilShared)]
  }

  private static func freshUntil(_ response: StoredResponse, _ role: CacheRole) -> Seconds {
    let freshness = Freshness(response, now: response.receivedAt, settings: Settings(role: role))
    return freshness.expiresAt?.epoch ?? 0
  }
}
