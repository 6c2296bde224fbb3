/// A value of a property list.
enum PropertyList: Equatable {
  case string(String)
  case data([UInt8])
  case integer(Int64)
  case real(Double)
  case bool(Bool)
  /// A date, in seconds since the beginning of 2001.
  case date(Double)
  case array([PropertyList])
  case dictionary([Member])
  /// A reference within a keyed archive.
  case uid(UInt64)
  case null

  /// A key of a dictionary, and its value.
  struct Member: Equatable {
    let key: String
    let value: PropertyList
  }
}

extension PropertyList {
  /// The value of a key; nil if the key is missing, or this is not a dictionary.
  subscript(key: String) -> PropertyList? {
    members?.first { $0.key == key }?.value
  }

  var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  var array: [PropertyList]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  var members: [Member]? {
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
