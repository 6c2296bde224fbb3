/// The code of a finding that an older version had; a file that names it is still read.
package struct FormerCode: Sendable, Equatable {
  package let code: String

  /// What became of it, as a clause.
  package let fate: String

  private init(_ code: String, _ fate: String) { (self.code, self.fate) = (code, fate) }

  /// What became of a code that is a reason of the same name now.
  private static let isReason =
    "it asks nobody to do anything, and is a reason that `-v` and JSON's `reasons` show"

  /// Every code that is no finding any more, in the order of the alphabet.
  package static let all: [FormerCode] = [
    FormerCode("byte-order-mark", isReason),
    FormerCode("content-changes-each-time", isReason),
    FormerCode("content-not-compared", isReason),
    FormerCode(
      "differs", "each part that differs has a code of its own (differs-status, differs-lifetime, …)"),
    FormerCode("directive-has-no-effect", isReason),
    FormerCode("etag-weak", isReason),
    FormerCode("expires-overridden", isReason),
    FormerCode("fields-not-recorded", isReason),
    FormerCode("legacy-directive", isReason),
    FormerCode("lifetime-differs-private-shared", isReason),
    FormerCode("no-cache-is-not-no-store", isReason),
    FormerCode("no-store-and-bfcache", isReason),
    FormerCode("other-queries-answered", isReason),
    FormerCode("pragma-in-response", isReason),
    FormerCode("public-not-needed", isReason),
    FormerCode("scheme-not-cached", isReason),
    FormerCode("status-not-2xx", isReason),
    FormerCode("status-not-heuristic", "the reason nothing-allows-storing says it"),
    FormerCode("targeted-field-overrides", isReason),
  ]

  /// Finds a code that is no finding any more; nil for every other.
  package init?(_ code: String) {
    guard Finding.Code(rawValue: code) == nil, let found = Self.all.first(where: { $0.code == code }) else {
      return nil
    }
    self = found
  }
}
