/// A set of field names, made once, that lines are looked up in.
struct FieldNames: Sendable {
  /// In lower case, by their length; nearly every line has another length than all of them.
  private let names: [[[UInt8]]]

  /// Takes names in lower case.
  init(_ names: [String]) {
    let longest = names.map(\.utf8.count).max() ?? 0
    self.names = (0...longest).map { length in names.filter { $0.utf8.count == length }.map { Array($0.utf8) }
    }
  }

  /// Whether a line has one of the names, compared without regard to ASCII case (RFC 9110 §5.1).
  func contains(_ line: BytePairs.Pair) -> Bool {
    guard line.first.count < names.count else { return false }
    for name in names[line.first.count] where name.withUnsafeBufferPointer(line.isNamed) {
      return true
    }
    return false
  }
}
