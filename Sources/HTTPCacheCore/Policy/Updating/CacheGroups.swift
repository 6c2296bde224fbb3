/// The groups that a response says it belongs to (RFC 9875 §2).
package enum CacheGroups {
  /// How many groups of one field count.
  static let limit = 128

  /// The names in `Cache-Groups` or `Cache-Group-Invalidation`.
  ///
  /// - Parameters:
  ///   - head: the response.
  ///   - field: which of the two.
  /// - Returns: none where the field is absent or is no list of strings; case matters.
  package static func names(_ head: ResponseHead, field: String = "Cache-Groups") -> [String] {
    guard let text = head.fields.combined(field), let names = StructuredField.strings(text) else { return [] }
    var seen: Set<String> = []
    return Array(names.filter { seen.insert($0).inserted }.prefix(limit))
  }
}
