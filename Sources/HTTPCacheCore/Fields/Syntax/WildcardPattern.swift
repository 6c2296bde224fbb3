/// A pattern for text: `*` matches any characters or none, every other character matches itself.
///
/// `?` is not a wildcard, since URLs contain it.
package struct WildcardPattern: Hashable, Sendable {
  /// The pattern as written.
  package let text: String

  private let bytes: [UInt8]

  package init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  /// Whether the pattern matches a whole text.
  package func matches(_ whole: String) -> Bool {
    let whole = Array(whole.utf8)
    var (inPattern, inWhole) = (0, 0)
    // Where matching resumes if the text after the last star does not match: one character later.
    var retry: (inPattern: Int, inWhole: Int)?
    while inWhole < whole.count {
      if inPattern < bytes.count, bytes[inPattern] == 0x2A {
        inPattern += 1
        retry = (inPattern, inWhole)
      } else if inPattern < bytes.count, bytes[inPattern] == whole[inWhole] {
        inPattern += 1
        inWhole += 1
      } else if let last = retry {
        retry = (last.inPattern, last.inWhole + 1)
        (inPattern, inWhole) = (last.inPattern, last.inWhole + 1)
      } else {
        return false
      }
    }
    return bytes[inPattern...].allSatisfy { $0 == 0x2A }
  }
}
