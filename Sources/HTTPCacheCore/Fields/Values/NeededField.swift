/// Fields that a stored response can't be without: they decide how it is reused, or how its body is read.
package enum NeededField {
  /// Whether a field is one of them.
  package static func contains(_ name: String) -> Bool {
    TargetedField.isTargeted(name) || names.contains(name.asciiLowercased)
  }

  private static let names: Set = [
    "cache-control", "expires", "pragma", "date", "age", "vary", "no-vary-search", "content-encoding",
    "content-range", "content-length", "transfer-encoding",
  ]
}
