import HTTPCacheCore
import Testing

@testable import httpcache

@Suite("Options and their help", .timed)
struct OptionTableTests {
  static let tables: [CommandName?] = [nil] + CommandName.allCases

  @Test("a subcommand has each name once, and every other name that an option mentions", arguments: tables)
  func names(_ command: CommandName?) {
    let options = OptionTable.options(for: command)
    let spellings = options.flatMap { option in
      let long: [String] = ([option.name] + option.aliases).map { "--\($0)" }
      return option.short.map { long + ["-\($0)"] } ?? long
    }
    #expect(spellings.count == Set(spellings).count)
    let all = Set(Self.tables.flatMap { OptionTable.options(for: $0) }.map(\.name))
    for option in options {
      for name in option.excludes + option.needs { #expect(all.contains(name), "\(option.long): \(name)") }
    }
  }

  @Test("the variables of options that not every subcommand has are known without making their sections")
  func ownVariables() {
    let common = GlobalOptions.section.options.compactMap(\.environment)
    let all = Self.tables.flatMap { OptionTable.options(for: $0) }.compactMap(\.environment)
    #expect(Set(OptionTable.ownVariables) == Set(all).subtracting(common))
  }

  /// The words that give an option, with what it needs; a value that the option takes stands in its declaration.
  private static func words(_ option: Option, of command: CommandName) -> [String] {
    var words = option.needs.first.flatMap { name in
      OptionTable.option(of: command) { $0.name == name }.map { Self.words($0, of: command) }
    }
    switch option.argument {
    case .none: words = (words ?? []) + [option.long]
    case .optional, .required:
      words = (words ?? []) + ["\(option.long)=\(example(option))"]
      if option.takesTwo { words = (words ?? []) + [example(option)] }
    }
    // Two users are compared.
    return (words ?? []) + (option.name == "probe-as" ? ["--probe-as=C: d"] : [])
  }

  private static func example(_ option: Option) -> String {
    if let example = option.example { return example }
    switch option.valueKind {
    case .choice(let values), .suggestion(let values): return values[0]
    case .file: return "file"
    case .directory: return "directory"
    case .host: return "a.test"
    case .text, .topic, .storedURL: return ""
    }
  }

  /// A command line in which the option has an effect.
  private static func line(_ option: Option, of command: CommandName) -> [String] {
    let given = words(option, of: command)
    func needsLive() -> Bool {
      OptionTable.sections(for: .inspect).contains { section in
        section.subjects == .live && section.options.contains { $0.name == option.name }
      } || option.subjects == [.headers, .live]
    }
    switch command {
    case .fetch: return ["fetch"] + given + ["http://a.test/"]
    case .revalidate:
      return ["revalidate"] + given + (["all", "host"].contains(option.name) ? [] : ["http://a.test/"])
    case .inspect:
      let subjects = [
        "headers", "har", "jsonl", "cache-db", "all", "merge-summaries", "revisit", "against-har",
      ]
      if option.subjects == .headers { return ["inspect", "--headers=file"] + given }
      if subjects.contains(option.name) { return ["inspect"] + given }
      return ["inspect"] + (needsLive() ? ["--live"] : []) + given + ["http://a.test/"]
    case .trim, .stats, .help: return [command.rawValue] + given
    }
  }

  @Test("every option is read as its declaration says", arguments: CommandName.allCases)
  func read(_ command: CommandName) {
    // These open the file that they name, which their own tests do.
    let opening = ["netrc-file", "config", "baseline", "prune-baseline"]
    for option in OptionTable.options(for: command) where !opening.contains(option.name) {
      guard !["help", "version"].contains(option.name), command != .help else { continue }
      // Nothing that is got so can be revalidated.
      if command == .revalidate, option.name == "negotiate" { continue }
      var words = Self.line(option, of: command)
      if option.name == "remote-mode" || option.name == "remote-timeout" {
        words.insert("--remote=http://cache.test/", at: 1)
      }
      #expect(throws: Never.self, "\(words)") { try understand(words) }
      if case .required = option.argument, option.example != nil || option.valueKind != .text {
        let bare = words.map { $0.hasPrefix("\(option.long)=") ? option.long : $0 }.filter {
          $0 != "http://a.test/"
        }
        #expect(throws: UsageError.self, "\(bare)") { try understand(bare) }
      }
    }
  }

  @Test("help fits a screen, and 80 columns, with two examples or three", arguments: tables)
  func shortHelp(_ command: CommandName?) {
    let lines = Help.text(command, isWhole: false).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 41, "40 lines, and the end of the last one")
    #expect(lines.filter { $0.count > 80 } == [])
    let examples = lines.count { $0.hasPrefix("  # ") }
    #expect((2...3).contains(examples) || command == nil && examples == 4)
  }

  @Test("each option of a short help is one of the subcommand, with its value", arguments: tables)
  func shortHelpOptions(_ command: CommandName?) {
    let options = OptionTable.options(for: command)
    for group in ShortHelp.groups(of: command) {
      for (label, meaning) in group.lines {
        for part in label.split(separator: ", ") where part.hasPrefix("-") {
          let words = part.split(separator: " ", maxSplits: 1)
          let option = options.first { option in
            option.long == words[0] || option.short.map { "-\($0)" == words[0] } == true
          }
          let value = words.count > 1 ? String(words[1]) : nil
          switch option?.argument {
          case .required(let placeholder)?: #expect(value.map(placeholder.contains) == true, "\(label)")
          // `--live URL...` names the operands.
          case .none?, .optional?: #expect(value == nil || value == "URL...", "\(label)")
          case nil: Issue.record("\(label)")
          }
        }
        for word in meaning.split(whereSeparator: { " ,;:'()".contains($0) }) where word.hasPrefix("--") {
          #expect(options.contains { $0.long == word }, "\(meaning)")
        }
      }
    }
  }

  @Test("help --all fits 80 columns and names every option", arguments: tables)
  func wholeHelp(_ command: CommandName?) {
    let text = Help.text(command, isWhole: true)
    #expect(text.split(separator: "\n").filter { $0.count > 80 } == [])
    let options = command == nil ? Self.tables.flatMap { OptionTable.options(for: $0) } : []
    for option in options + OptionTable.options(for: command) {
      #expect(text.contains(option.synopsis), "\(option.long)")
    }
    for code in ExitCode.allCases { #expect(text.contains("\n  \(code.rawValue)")) }
  }

  @Test("what stands in place of curl's options names only options that there are")
  func insteadOfCurl() {
    let options = OptionTable.options(for: .fetch)
    let declared = options.compactMap(\.insteadOf) + ForeignSpellings.absentOfCurl
    for (spellings, hint) in declared {
      for spelling in spellings.split(separator: " ") {
        let isOption = options.contains {
          $0.isNamed(spelling.dropFirst(2)) || "-\($0.short ?? "-")" == spelling
        }
        #expect(!isOption, "\(spelling)")
        #expect(OptionTable.hint(forCurl: String(spelling)) == hint, "\(spelling) stands twice")
      }
      for word in hint.split(whereSeparator: { " ,;:'()".contains($0) }) where word.hasPrefix("-") {
        let isOption = options.contains { "-\($0.short.map(String.init) ?? "")" == word || $0.long == word }
        #expect(isOption, "\(word) in: \(hint)")
      }
    }
  }
}
