import HTTPCacheCore

extension InputSource {
  /// Reads a JSON text as a whole; an error names the option, the line and the column.
  func json<Value>(
    of option: String, _ read: (inout JSONReader) throws(JSONFault) -> Value
  ) throws(UsageError) -> Value {
    let input = try InputStream(self)
    do throws(JSONFault) {
      var reader = try JSONReader(input.fill)
      return try read(&reader)
    } catch {
      throw input.usage(error, option: option)
    }
  }
}

extension JSONReader {
  /// Reads one of the values of a choice.
  mutating func choice<Value: Choice>(_ name: String) throws(JSONFault) -> Value {
    try value(else: "'\(name)' is one of \(Value.spellings.joined(separator: ", "))") {
      reader throws(JSONFault) in try reader.optionalString().flatMap { Value(rawValue: $0) }
    }
  }

  mutating func truth(_ name: String) throws(JSONFault) -> Bool {
    try value(else: "'\(name)' is true or false") { reader throws(JSONFault) in try reader.optionalBool() }
  }
}
