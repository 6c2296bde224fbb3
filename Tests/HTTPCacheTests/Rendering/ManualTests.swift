import Foundation
import HTTPCacheCore
import TestSupport
import Testing

@testable import httpcache

@Suite("The manual, written from the table of options", .timed)
struct ManualTests {
  static let tables: [CommandName?] = [nil] + CommandName.allCases

  static let pages: [(name: String, form: ManualFormat)] = [
    ("reference", .markdown), ("findings", .findings), ("reasons", .reasons), ("recipes", .recipes),
    ("real-caches", .realCaches),
  ]

  @Test("each page that is made is what the program prints: `make reference` writes it", arguments: pages)
  func page(_ row: (name: String, form: ManualFormat)) throws {
    let page = PythonTools.root.appendingPathComponent("docs/\(row.name).md")
    #expect(try String(contentsOf: page, encoding: .utf8) == Manual.text(row.form), "make reference")
  }

  @Test("make reference writes each page of the program, and no other")
  func target() throws {
    let makefile = try String(
      contentsOf: PythonTools.root.appendingPathComponent("Makefile"), encoding: .utf8)
    let line = try #require(makefile.split(separator: "\n").first { $0.hasPrefix("PAGES := ") })
    #expect(
      line.split(separator: " ").dropFirst(2).sorted()
        == Self.pages.map { Substring("\($0.name)=\($0.form.rawValue)") }.sorted())
    #expect(Set(Self.pages.map(\.form)) == Set(ManualFormat.allCases).subtracting([.man]))
  }

  static let paragraphs: [(text: String, sentences: [String])] = [
    ("One. Two; three. `a. b` four.", ["One.", "Two; three.", "`a. b` four."]),
    ("RFC 9111 §4.2 has it (2^31).", ["RFC 9111 §4.2 has it (2^31)."]), ("No end", ["No end"]), ("", []),
  ]
  @Test("a paragraph falls into sentences, and code into none", arguments: paragraphs)
  func sentences(_ row: (text: String, sentences: [String])) {
    #expect(CodePages.sentences(of: row.text) == row.sentences)
  }

  @Test(
    "a page of codes has a heading and three lines at most for each, the last of which says what to write",
    arguments: [ManualFormat.findings, .reasons])
  func codes(_ form: ManualFormat) throws {
    var sections = Manual.text(form).components(separatedBy: "\n## ").dropFirst()
    // The page of findings ends with a table of the codes that are none any more.
    if form == .findings { #expect(sections.popLast()?.hasPrefix("No findings any more\n") == true) }
    #expect(sections.count > 100)
    for section in sections {
      let lines = section.split(separator: "\n")
      #expect((2...4).contains(lines.count), "\(section)")
      #expect(lines.allSatisfy { $0.count <= 130 }, "\(section)")
    }
    let headings = sections.map { String($0.prefix { $0 != "\n" }) }
    #expect(
      headings
        == (form == .findings
          ? Finding.Code.allCases.map(\.rawValue)
          : Rule.allCases.filter { !Rule.realCaches.contains($0) }.map(\.rawValue)))
    if form == .findings {
      let advised = try #require(sections.first { $0.hasPrefix("max-age-invalid\n") })
      #expect(advised.contains("Write `Cache-Control: max-age=3600`"), "\(advised)")
    }
  }

  @Test(
    "the whole manual names every option, value, variable and exit code",
    arguments: [ManualFormat.man, .markdown])
  func complete(_ format: ManualFormat) {
    var text = Manual.text(format)
    for (roff, plain) in [("\\fB", ""), ("\\fR", ""), ("\\(aq", "'"), ("\\", "")] {
      text = text.replacing(roff, with: plain)
    }
    for option in Self.tables.flatMap({ OptionTable.options(for: $0) }) {
      #expect(text.contains(option.synopsis))
      if let short = option.short { #expect(text.contains("-\(short)"), "\(option.long)") }
      for remark in option.remarks { #expect(text.contains(remark), "\(option.long)") }
    }
    for variable in ProcessEnvironment.variables { #expect(text.contains(variable.name)) }
    for code in ExitCode.allCases { #expect(text.contains(code.meaning)) }
    guard format == .man else { return }
    for command in CommandName.allCases {
      for example in command.examples where command != .help { #expect(text.contains(example.line)) }
    }
  }

  @Test("man formats the page without a warning")
  func man() throws {
    let directory = try TemporaryDirectory()
    let page = try directory.write(Manual.text(.man), to: "httpcache.1")
    let run = try Executable.command(
      "sh", "-c", "MANWIDTH=80 LC_ALL=C.UTF-8 man --warnings -E UTF-8 -l -Z '\(page)' >/dev/null")
    guard run.code != 127 else { return print("skipped: man is not there") }
    #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
  }

  @Test("a default that the environment sets names a variable that is read")
  func environment() {
    let read = Set(ProcessEnvironment.variables.map(\.name))
    for option in Self.tables.flatMap({ OptionTable.options(for: $0) }) {
      if let name = option.environment { #expect(read.contains(name)) }
    }
  }
}
