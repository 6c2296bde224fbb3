/// Which of the fields that few responses have are there, found in one pass over all lines.
struct PresentFields: OptionSet, Sendable, Hashable {
  let rawValue: UInt16

  static let age = Self(rawValue: 1 << 0)
  static let vary = Self(rawValue: 1 << 1)
  static let pragma = Self(rawValue: 1 << 2)
  static let expires = Self(rawValue: 1 << 3)
  static let warning = Self(rawValue: 1 << 4)
  static let setCookie = Self(rawValue: 1 << 5)
  static let contentEncoding = Self(rawValue: 1 << 6)
  static let targetedField = Self(rawValue: 1 << 7)
}

extension PresentFields {
  /// Looks which are there.
  init(_ fields: FieldSection) {
    self = fields.pairs.withCursor { cursor in
      var present: Self = []
      while let line = cursor.next() { present.formUnion(Self(line)) }
      return present
    }
  }

  /// The field of one line; empty for any other.
  private init(_ line: BytePairs.Pair) {
    // By length first: most names need not be compared.
    self =
      switch line.first.count {
      case 3: line.isNamed("Age") ? .age : []
      case 4: line.isNamed("Vary") ? .vary : []
      case 6: line.isNamed("Pragma") ? .pragma : []
      case 7: line.isNamed("Expires") ? .expires : line.isNamed("Warning") ? .warning : []
      case 10: line.isNamed("Set-Cookie") ? .setCookie : []
      case 16: line.isNamed("Content-Encoding") ? .contentEncoding : []
      case 17: line.isNamed(TargetedField.name) ? .targetedField : []
      default: []
      }
  }
}
