/// A value of a property list.
indirect enum PropertyList: Equatable {
  case string(String)
  case data([UInt8])
  case integer(Int64)
  case real(Double)
  case bool(Bool)
  /// A date, in seconds since the beginning of 2001.
  case date(Double)
  case array([PropertyList])
  case dictionary([(key: String, value: PropertyList)])
  /// A reference within a keyed archive.
  case uid(UInt64)
  case null

  static func == (left: PropertyList, right: PropertyList) -> Bool {
    switch (left, right) {
    case (.string(let left), .string(let right)): left == right
    case (.data(let left), .data(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)), (.date(let left), .date(let right)): left == right
    case (.bool(let left), .bool(let right)): left == right
    case (.uid(let left), .uid(let right)): left == right
    case (.array(let left), .array(let right)): left == right
    case (.dictionary(let left), .dictionary(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.key == $1.key && $0.value == $1.value }
    case (.null, .null): true
    default: false
    }
  }
}

extension PropertyList {
  /// The value of a key; nil if the key is missing, or this is not a dictionary.
  subscript(key: String) -> PropertyList? {
    guard case .dictionary(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  var array: [PropertyList]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  var members: [(key: String, value: PropertyList)]? {
    if case .dictionary(let members) = self { members } else { nil }
  }

  var integer: Int64? {
    if case .integer(let number) = self { number } else { nil }
  }

  /// The number, integral or not.
  var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number), .date(let number): number
    default: nil
    }
  }
}
