extension Int {
  /// The number with a noun, which gets an `s` unless the number is 1: `1 finding`, `2 findings`.
  func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
