import HTTPCacheCore
import Testing

@testable import httpcache

@Suite("--form, in curl's syntax", .timed)
struct FormArgumentTests {
  private static func part(
    _ name: String, _ content: FormPart.Content, type: String? = nil, fileName: String? = nil,
    encoder: String? = nil
  ) -> FormPart {
    var part = FormPart(name: name, content: content)
    (part.type, part.fileName, part.encoder) = (type, fileName, encoder)
    return part
  }

  private static func text(_ text: String) -> FormPart.Content { .bytes(Array(text.utf8)) }

  static let rows: [(rule: String, text: String, part: FormPart)] = [
    ("a text", "a=b=c", part("a", text("b=c"))),
    ("an upload", "a=@f", part("a", .file(path: "f", isUpload: true))),
    ("the text of a file", "a=<f", part("a", .file(path: "f", isUpload: false))),
    ("a type", "a=b;type=x/y", part("a", text("b"), type: "x/y")),
    ("with a parameter", "a=b;type=x/y;charset=z", part("a", text("b"), type: "x/y; charset=z")),
    (
      "all of them", "a=@f; filename=g;encoder=base64",
      part("a", .file(path: "f", isUpload: true), fileName: "g", encoder: "base64")
    ),
    ("quotes keep a semicolon", "a=\"b;c\"", part("a", text("b;c"))),
    ("a backslash before a quote", "a=\"b\\\"\\\\c\"", part("a", text("b\"\\c"))),
    ("quotes that do not end are text", "a=\"b", part("a", text("\"b"))),
    ("an accent behind the mark", "a=\u{301}b;\u{20}type=x/y", part("a", text("\u{301}b"), type: "x/y")),
    ("a comma in a text", "a=b,c", part("a", text("b,c"))), ("nothing", "a=", part("a", text(""))),
  ]

  @Test(arguments: rows)
  func part(_ row: (rule: String, text: String, part: FormPart)) throws {
    #expect(
      try Options(try arguments(["fetch", "-F", row.text, "x"])).content.form == [row.part], "\(row.rule)")
  }

  @Test("--form-string takes a text as it is; parts keep their order")
  func plain() throws {
    let parts = try Options(try arguments("fetch --form-string a=@f;type=x -F b=c x")).content.form
    #expect(parts == [Self.part("a", Self.text("@f;type=x")), Self.part("b", Self.text("c"))])
  }

  static let refused: [(text: String, message: String)] = [
    ("a", "-F: the value is not NAME=CONTENT"), ("=(;type=x/y", "-F: parts inside parts are not made here"),
    ("a=@f,g", "-F: one file for a part"), ("a=@-", "-F: a form can't read standard input; name a file"),
    ("a=b;c=d", "-F: 'c' is none of type=, filename= and encoder="),
  ]

  @Test("what is not made here is refused", arguments: refused)
  func malformed(_ row: (text: String, message: String)) {
    let error = #expect(throws: UsageError.self) {
      try Options(try arguments(["fetch", "-F", row.text, "x"])).content.form
    }
    #expect(error?.message == row.message)
  }
}
