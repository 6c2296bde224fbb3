extension String {
  /// A bar such as `####......`.
  static func bar(_ filled: Int, of width: Int) -> String {
    String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
  }

  /// The text with spaces before it, to fill a column of figures.
  func leftPadded(_ width: Int) -> String {
    String(repeating: " ", count: Swift.max(0, width - count)) + self
  }

  /// The text with spaces after it, to fill a column of words.
  func rightPadded(_ width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }

  /// The text, cut with `…` in its middle if it is wider than the column.
  func fitted(_ width: Int) -> String {
    guard count > width, width > 3 else { return self }
    let head = (width - 1) / 2
    return "\(prefix(head))…\(suffix(width - 1 - head))"
  }

  /// The text, cut with `…` at its end if it is wider than the column.
  func cut(_ width: Int) -> String {
    guard count > width, width > 1 else { return self }
    return "\(prefix(width - 1))…"
  }
}
