import Foundation
import Testing

@testable import httpcache

@Suite("The pages are short enough to be read, and their links lead somewhere", .timed)
struct PagesTests {
  private static let root = PythonTools.root

  /// The pages, by their paths from the root.
  private static let pages: [String] = {
    let docs =
      (try? FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent("docs").path)) ?? []
    return ["README.md", "CHANGELOG.md", "Tests/Tools/README.md"]
      + docs.sorted().filter { $0.hasSuffix(".md") }.map { "docs/\($0)" }
  }()

  private static func lines(_ page: String) throws -> [Substring] {
    let text = try String(contentsOf: root.appendingPathComponent(page), encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.last == "" ? lines.dropLast() : lines
  }

  /// The lines outside of code blocks, with their numbers.
  private static func prose(_ page: String) throws -> [(number: Int, line: Substring)] {
    var (isCode, prose) = (false, [(number: Int, line: Substring)]())
    for (index, line) in try lines(page).enumerated() {
      if line.drop(while: { $0 == " " }).hasPrefix("```") {
        isCode.toggle()
      } else if !isCode {
        prose.append((index + 1, line))
      }
    }
    return prose
  }

  /// The lines that a page has at most; nil for one with a few lines for each code, which is searched and not read.
  private static func limit(_ page: String) -> Int? {
    switch page {
    case "README.md": 110
    case "CHANGELOG.md": 40
    case "docs/findings.md", "docs/reasons.md": nil
    default: 400
    }
  }

  @Test("a page has 400 lines at most, README.md 110, CHANGELOG.md 40", arguments: pages)
  func length(_ page: String) throws {
    guard let limit = Self.limit(page) else { return }
    let count = try Self.lines(page).count
    #expect(count <= limit, "\(page) has \(count) lines")
  }

  @Test("outside of code blocks and tables no line is wider than 130 columns", arguments: pages)
  func width(_ page: String) throws {
    for (number, line) in try Self.prose(page) where !line.drop(while: { $0 == " " }).hasPrefix("|") {
      #expect(line.count <= 130, "\(page):\(number)")
    }
  }

  /// The anchor of a heading, as code hosts make it: its letters, digits, hyphens and underscores, spaces as hyphens.
  private static func anchor(_ heading: Substring) -> String {
    heading.drop { $0 == "#" }.drop { $0 == " " }.lowercased()
      .filter { $0.isLetter || $0.isNumber || " -_".contains($0) }.replacing(" ", with: "-")
  }

  @Test("a link to a file, or to a heading of a page, leads there", arguments: pages)
  func links(_ page: String) throws {
    let directory = Self.root.appendingPathComponent(page).deletingLastPathComponent()
    for (number, line) in try Self.prose(page) {
      for match in line.matches(of: /(?:\]\(|src=")([^)"\s]+)[)"]/) where !match.1.contains("://") {
        let parts = match.1.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let file = parts[0].isEmpty ? page : String(parts[0])
        let url =
          parts[0].isEmpty ? Self.root.appendingPathComponent(page) : directory.appendingPathComponent(file)
        #expect(FileManager.default.fileExists(atPath: url.path), "\(page):\(number): \(match.1)")
        guard parts.count > 1, file.hasSuffix(".md") else { continue }
        let text = try String(contentsOf: url, encoding: .utf8)
        let headings = text.split(separator: "\n").filter { $0.hasPrefix("#") }
        #expect(headings.contains { Self.anchor($0) == parts[1] }, "\(page):\(number): \(match.1)")
      }
    }
  }

  @Test("the changelog begins with the version of the program, and the pages name that one")
  func version() throws {
    let first = try Self.lines("CHANGELOG.md").first { $0.hasPrefix("## ") }
    #expect(first?.hasPrefix("## \(VersionText.version)") == true)
    #expect(try Self.lines("docs/ci.md").contains { $0.hasSuffix("ref: v\(VersionText.version)") })
  }

  @Test("the page of the tools has a line for each script, and none for one that is gone")
  func tools() throws {
    let directory = Self.root.appendingPathComponent("Tests/Tools").path
    let scripts = try FileManager.default.contentsOfDirectory(atPath: directory).filter {
      $0 != "README.md" && !$0.hasPrefix("__")
    }
    #expect(scripts.count > 20)
    let rows = try Self.lines("Tests/Tools/README.md").compactMap { line in
      line.firstMatch(of: /^\| `([a-z0-9_]+\.[a-z]+)/).map { String($0.1) }
    }
    #expect(rows.sorted() == scripts.sorted())
  }
}
