import HTTPCacheCore

/// A header field of the command line, in the forms that curl takes.
enum FieldArgument: Equatable, Sendable {
  /// `Name: value`, or `Name;` for an empty value.
  case field(FieldLine)

  /// `Name:`, for a field that is sent by default and now is not.
  case removal(String)

  /// Reads a field.
  ///
  /// No error repeats the value: it may be a credential.
  init(_ text: String, from spelling: String) throws(UsageError) {
    let (before, after) = text.cut(at: ":")
    let isEmptyField = after == nil && text.utf8.last == 0x3B
    guard isEmptyField || after != nil else {
      throw UsageError("\(spelling): not a header field", hint: "\(spelling) 'Name: value'")
    }
    let name = isEmptyField ? Substring(text.unicodeScalars.dropLast()) : before
    guard name.isToken else {
      throw UsageError(
        "\(spelling): '\(name)' is not a field name", hint: "names have letters, digits and -, and no space")
    }
    guard text.isFieldText else {
      throw UsageError("\(spelling): the value of \(name) holds a line break or NUL")
    }
    let value = (after ?? "").originalBytes[...].trimmingOptionalWhitespace
    if isEmptyField {
      self = .field(FieldLine(String(name), ""))
    } else if value.isEmpty {
      self = .removal(String(name))
    } else {
      self = .field(FieldLine(name: String(name), rawValue: Array(value)))
    }
  }

  /// The field's name as it was written.
  var name: String {
    switch self {
    case .field(let line): line.name
    case .removal(let name): name
    }
  }

  /// The fields of an occurrence of an option; `@FILE` and `@-` stand for the lines of a file, as in curl.
  ///
  /// A secret on the command line is visible to every user who lists processes; a secret in a file is not.
  static func read(_ given: Given) throws(UsageError) -> [FieldArgument] {
    guard let text = given.value else { return [] }
    guard text.hasPrefix("@") else { return [try FieldArgument(text, from: given.spelling)] }
    let source = InputSource(path: String(text.dropFirst()))
    var fields: [FieldArgument] = []
    var number = 0
    try source.bytes().forEachLine { line throws(UsageError) in
      number += 1
      guard !line.isEmpty else { return }
      let place = "\(given.spelling): line \(number) of \(source.path ?? "standard input")"
      fields.append(try FieldArgument(OriginalBytes.text(line), from: place))
    }
    return fields
  }
}
