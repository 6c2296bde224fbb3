/// What the cache nearest to the client says of its answer.
enum UpstreamAnswer: Sendable, Hashable {
  /// It answered from its store.
  case hit
  /// It asked further on.
  case miss

  /// The fields in which caches say it, each as its product documents it; the standard one comes first.
  static let fieldNames = [
    "Cache-Status", "X-Cache", "CF-Cache-Status", "X-Cache-Status", "X-Proxy-Cache", "X-Vercel-Cache",
  ]

  /// Reads a field; nil where it says neither.
  ///
  /// - Parameters:
  ///   - value: a list; each cache adds its member behind those of caches nearer to the origin.
  ///   - name: one of `fieldNames`.
  init?(_ value: String, of name: String) {
    if name == "Cache-Status" {
      guard case .item(let item)? = StructuredField.list(value)?.last else { return nil }
      if item.parameter("hit") == .boolean(true) {
        self = .hit
      } else if item.parameter("fwd") != nil, item.parameter("stored") != .boolean(true) {
        self = .miss
      } else {
        return nil
      }
      return
    }
    let last = value.split(separator: ",").last.map { String($0).asciiLowercased } ?? ""
    if last.contains("miss") || last.contains("expired") {
      self = .miss
    } else if last.contains("hit") {
      self = .hit
    } else {
      return nil
    }
  }
}
