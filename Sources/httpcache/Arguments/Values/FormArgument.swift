import HTTPCacheCore

/// A part of a form, as `--form` and `--form-string` take it; the syntax is curl's.
enum FormArgument {
  /// Reads `NAME=CONTENT`, where no character of the content has a special meaning.
  static func plainPart(_ text: String) throws(UsageError) -> FormPart {
    let (name, content) = try named(text, "--form-string")
    return FormPart(name: name, content: .bytes(content.originalBytes))
  }

  private static func named(_ text: String, _ option: String) throws(UsageError) -> (String, Substring) {
    let (name, content) = text.cut(at: "=")
    guard let content else {
      throw UsageError("\(option): the value is not NAME=CONTENT", hint: "such as -F file=@photo.jpg")
    }
    return (String(name), content)
  }

  /// Reads `NAME=CONTENT`, `NAME=@FILE` or `NAME=<FILE`; `;type=`, `;filename=` and `;encoder=` may follow each.
  static func part(_ text: String) throws(UsageError) -> FormPart {
    var (name, rest) = try named(text, "-F")
    let mark = rest.unicodeScalars.first
    guard !name.isEmpty || mark != "(" && mark != ")" else {
      throw UsageError("-F: parts inside parts are not made here", hint: "give each part an -F of its own")
    }
    let isFile = mark == "@" || mark == "<"
    if isFile { rest.unicodeScalars.removeFirst() }
    let value = word(&rest, endingAt: isFile ? ";," : ";")
    guard rest.unicodeScalars.first != "," else {
      throw UsageError("-F: one file for a part", hint: "give each file an -F of its own, or quote its name")
    }
    guard !isFile || value != "-" else {
      throw UsageError("-F: a form can't read standard input; name a file")
    }
    let content: FormPart.Content =
      isFile ? .file(path: value, isUpload: mark == "@") : .bytes(value.originalBytes)
    var part = FormPart(name: name, content: content)
    try readProperties(of: &part, rest)
    return part
  }

  private static func readProperties(of part: inout FormPart, _ text: Substring) throws(UsageError) {
    var rest = text
    while rest.unicodeScalars.popFirst() != nil {
      let scalars = rest.unicodeScalars.drop { $0 == " " }
      let key = Substring(scalars.prefix { $0 != "=" && $0 != ";" })
      rest = rest[key.endIndex...]
      if rest.unicodeScalars.first == "=" { rest.unicodeScalars.removeFirst() }
      let value = word(&rest, endingAt: ";")
      switch key {
      case "type": part.type = value
      case "filename": part.fileName = value
      case "encoder": part.encoder = value
      default:
        // A parameter of the type, such as charset.
        guard let type = part.type, !key.isEmpty else {
          throw UsageError(
            "-F: '\(key)' is none of type=, filename= and encoder=",
            hint: "--form-string takes text as it is; in -F a text with ';' is quoted: -F 'a=\"b;c\"'")
        }
        part.type = "\(type); \(key)=\(value)"
      }
    }
  }

  /// Takes a word, which may be quoted; in a quoted word, a backslash escapes a quotation mark or a backslash.
  private static func word(_ rest: inout Substring, endingAt ends: String) -> String {
    guard rest.unicodeScalars.first == "\"", let quoted = quoted(rest) else {
      let word = Substring(rest.unicodeScalars.prefix { !ends.unicodeScalars.contains($0) })
      rest = rest[word.endIndex...]
      return String(word)
    }
    rest = quoted.rest
    return quoted.text
  }

  /// The quoted word at the beginning, and the rest; nil if the quote does not close, or no `;` or `,` follows it.
  private static func quoted(_ text: Substring) -> (text: String, rest: Substring)? {
    var rest = text
    rest.unicodeScalars.removeFirst()
    let (word, isEnded) = rest.popText(before: "\"") { $0 == "\"" || $0 == "\\" ? $0 : nil }
    let next = rest.unicodeScalars.first
    return isEnded && (next == nil || next == ";" || next == ",") ? (word, rest) : nil
  }
}
