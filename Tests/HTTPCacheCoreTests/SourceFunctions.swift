/// The functions of Swift source, and how many lines each has.
///
/// A function begins at its word (`func`, `init`, `subscript`, `deinit`, or `var` where the value is computed) and ends at the
/// brace that closes it. What is declared in it belongs to it.
struct SourceFunctions {
  struct Function: Equatable {
    let name: String
    /// The line of its word, from 1.
    let line: Int
    let lineCount: Int
  }

  private static let words: Set = ["func", "init", "subscript", "deinit", "var"]

  /// What begins the next declaration, so that the one before has no body.
  private static let ends: Set = [
    "func", "init", "subscript", "deinit", "var", "let", "case", "struct", "class", "enum", "actor",
    "protocol",
    "extension", "typealias", "associatedtype", "import", "}",
  ]

  /// The functions of a source, in the order in which they begin.
  static func of(_ source: String) -> [Function] {
    let tokens = SwiftTokens.of(source)
    return tokens.indices.compactMap { index in
      let token = tokens[index]
      // `.init` is a call.
      guard words.contains(token.text), index == 0 || tokens[index - 1].text != ".",
        let opening = body(tokens, of: index), let closing = end(tokens, of: opening)
      else { return nil }
      let isNamed = token.text == "func" || token.text == "var"
      return Function(
        name: isNamed ? tokens[index + 1].text : token.text, line: token.line,
        lineCount: tokens[closing].line - token.line + 1)
    }
  }

  /// The brace that opens the body of a declaration; nil where it has none.
  private static func body(_ tokens: [SwiftToken], of start: Int) -> Int? {
    var depth = 0
    for index in tokens.indices[(start + 1)...] {
      let text = tokens[index].text
      if text == "(" || text == "[" { depth += 1 }
      if text == ")" || text == "]" { depth -= 1 }
      guard depth == 0 else { continue }
      if text == "{" { return index }
      // A variable with a value is stored. `func ==` has signs for a name.
      if ends.contains(text) || tokens[start].text == "var" && text == "=" { return nil }
    }
    return nil
  }

  private static func end(_ tokens: [SwiftToken], of opening: Int) -> Int? {
    var depth = 0
    for index in tokens.indices[opening...] {
      if tokens[index].text == "{" { depth += 1 }
      if tokens[index].text == "}" { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }
}
