import HTTPCacheCore

/// The pages of a directory that a host serves under their form without `.html` or `index.html`, which is told once.
struct ShortenedPages: Sendable {
  private var count = 0
  private var first: String?

  /// Counts a page that was answered under another URL.
  mutating func add(_ page: TargetURI, as form: TargetURI) {
    count += 1
    first = first ?? "\(page.absolute) to \(form.path)"
  }

  /// The line on stderr; nil if there are none.
  var remark: String? {
    guard let first else { return nil }
    let isOne = count == 1
    return Escaping.withoutPasswords(
      "\(count) \(isOne ? "page is" : "pages are") redirected to \(isOne ? "its" : "their") short form, whose content is"
        + " compared: \(first)")
  }
}
