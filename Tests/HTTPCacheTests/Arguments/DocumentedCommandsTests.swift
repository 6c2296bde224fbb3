import Foundation
import Testing

@testable import httpcache

@Suite("Every command line of the pages is understood", .timed)
struct DocumentedCommandsTests {
  /// The command lines of a page: those that begin with the program's name, or pipe into it, without what the shell does with
  /// them.
  private static func commands(_ page: String) -> [String] {
    let text = page.replacing("\\\n> ", with: " ").replacing("\\\n", with: " ")
    return text.split(separator: "\n").compactMap { line in
      let parts = "| \(line.drop { " $>".contains($0) })".split(
        separator: "| httpcache ", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count > 1, let command = parts.last, !command.contains("[options]"),
        !command.contains("[SUBCOMMAND|CODE]"), !command.contains("`"), !command.hasPrefix("--")
      else {
        return nil
      }
      return String(command)
    }
  }

  /// The variables that docs/remote.md tells the reader to set.
  private static let environment: ProcessEnvironment = [
    "HTTPCACHE_REMOTE": "https://cache.example.com/", "AWS_ACCESS_KEY_ID": "id",
    "AWS_SECRET_ACCESS_KEY": "key",
  ]

  /// The words of a line as a shell splits it, up to the first operator.
  private static func words(_ line: String) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in line {
      switch character {
      case "'", "\"":
        if quote == nil {
          quote = character
          word = word ?? ""
        } else if quote == character {
          quote = nil
        } else {
          word?.append(character)
        }
      case _ where quote == nil && word == nil && "|><&;#".contains(character): return words
      case " " where quote == nil:
        if let word { words.append(word) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    return words + [word].compactMap { $0 }
  }

  @Test func commands() throws {
    let docs = PythonTools.root.appendingPathComponent("docs")
    let names = try FileManager.default.contentsOfDirectory(atPath: docs.path).filter { $0.hasSuffix(".md") }
    let pages =
      names.map { docs.appendingPathComponent($0) } + [PythonTools.root.appendingPathComponent("README.md")]
    var count = 0
    for page in pages {
      for command in Self.commands(try String(contentsOf: page, encoding: .utf8)) {
        let words = Self.words(command).map {
          $0.replacing("$SITE", with: "https://example.com").replacing("$URLS", with: "https://example.com")
        }
        guard !words.contains(where: { $0.contains("$") }) else { continue }
        count += 1
        Self.expectUnderstood(words, page.lastPathComponent)
      }
    }
    #expect(count > 80)
  }

  private static func expectUnderstood(_ words: [String], _ page: String) {
    do {
      try understand(words, environment: environment)
    } catch let error as UsageError where error.message.contains("No such file") {
      // The file is the user's.
    } catch {
      Issue.record("\(page): httpcache \(words.joined(separator: " ")): \(error)")
    }
  }

  @Test("a command for a question, in a table, is understood", arguments: ["README.md", "docs/agents.md"])
  func tables(_ page: String) throws {
    let text = try String(contentsOf: PythonTools.root.appendingPathComponent(page), encoding: .utf8)
    let commands = text.matches(of: /`httpcache ((?:inspect|fetch) [^`]+)`/).map { String($0.1) }
    #expect(commands.count > 8)
    for command in commands {
      let words = Self.words(command).map { ["URL", "OLD"].contains($0) ? "https://example.com/" : $0 }
      Self.expectUnderstood(words, page)
    }
  }
}
