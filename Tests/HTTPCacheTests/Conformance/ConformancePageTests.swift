import Foundation
import Testing

/// Keeps `docs/conformance.md` and the scenarios together: what one names, the other has.
@Suite("Conformance: docs/conformance.md names what there is, and all of it", .timed)
struct ConformancePageTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The texts of the Swift files below a folder, by name.
  private static func sources(_ folder: String) throws -> [String: String] {
    let directory = root.appendingPathComponent(folder)
    var texts: [String: String] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: directory.path)
    where name.hasSuffix(".swift") {
      texts[name] = try String(contentsOf: directory.appendingPathComponent(name), encoding: .utf8)
    }
    return texts
  }

  /// The files of scenarios: all of this folder but this one.
  private static func tables() throws -> [String: String] {
    try sources("Tests/HTTPCacheTests/Conformance").filter {
      $0.key.hasPrefix("Conformance") && $0.key != "ConformancePageTests.swift"
    }
  }

  /// The ids of all scenarios: a first argument in kebab case that a second text follows.
  private static func ids() throws -> [String] {
    try tables().values.flatMap { text in
      text.matches(of: /\(\s*"([a-z][a-z0-9]*(?:-[a-z0-9]+)*)",\s*#*"/).map { String($0.1) }
    }
  }

  /// `Suite/function` of every test below a folder; the suites that a file declares share its functions.
  private static func functions(_ folder: String) throws -> Set<String> {
    var names: Set<String> = []
    for text in try sources(folder).values {
      let suites = text.matches(of: /\n(?:final class|struct) (\w+)/).map(\.1)
      let functions = text.matches(of: /func (\w+)\(/).map(\.1)
      for suite in suites { names.formUnion(functions.map { "\(suite)/\($0)" }) }
    }
    return names
  }

  /// The rows of the page's tables: their text, and the names in backquotes in the last column.
  private static func rows() throws -> [(text: String, names: [String])] {
    let page = try String(contentsOf: root.appendingPathComponent("docs/conformance.md"), encoding: .utf8)
    return page.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.contains("`") }.map { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return (String(line), (cells.last ?? "").matches(of: /`([^`]+)`/).map { String($0.1) })
    }
  }

  @Test("no two scenarios have one id")
  func unique() throws {
    let ids = try Self.ids()
    #expect(ids.count > 500)
    #expect(Dictionary(grouping: ids) { $0 }.filter { $0.value.count > 1 }.keys.sorted() == [])
  }

  @Test("every table of scenarios is run")
  func run() throws {
    for (name, text) in try Self.tables() {
      let declared = text.matches(of: /static let (\w+): \[Scenario\]/).map(\.1)
      let run = text.matches(of: /arguments: (\w+)\)/).map(\.1)
      #expect(!declared.isEmpty && declared.sorted() == run.sorted(), "\(name)")
    }
  }

  @Test("every name on the page is a scenario or a test")
  func known() throws {
    let ids = Set(try Self.ids())
    let functions = try Self.functions("Tests/HTTPCacheTests").union(
      Self.functions("Tests/HTTPCacheCoreTests"))
    for row in try Self.rows() {
      for name in row.names {
        #expect(name.contains("/") ? functions.contains(name) : ids.contains(name), "\(name) in \(row.text)")
      }
    }
  }

  @Test("every requirement on the page names an end-to-end test")
  func endToEnd() throws {
    let functions = try Self.functions("Tests/HTTPCacheTests")
    let rows = try Self.rows()
    #expect(rows.count > 100)
    for row in rows {
      #expect(row.names.contains { !$0.contains("/") || functions.contains($0) }, "\(row.text)")
    }
  }

  @Test("every scenario is named on the page")
  func named() throws {
    let named = Set(try Self.rows().flatMap(\.names))
    #expect(try Self.ids().filter { !named.contains($0) }.sorted() == [])
  }
}
