/// The place of the cursor in an unfinished command line, and the kind of word that may be completed there.
///
/// The words may be wrong or unfinished: reading them never fails, and unknown options are skipped.
struct CompletionRequest: Equatable, Sendable {
  /// The kind of word at the cursor.
  enum Place: Equatable, Sendable {
    case subcommand
    case option
    /// The value of an option, or an operand; `after` is the text before it in the same word, such as `--policy=`.
    case value(Option.ValueKind, after: String)
    /// Nothing can be completed: the subcommand or the option is unknown.
    case nothing
  }

  private(set) var command: CommandName?

  /// The options before the cursor whose values are complete.
  private(set) var occurrences: [Given] = []

  /// The beginning of the word at the cursor, up to the cursor.
  let current: String

  let place: Place

  /// Reads the words of a command line without the program's name; the last one is at the cursor.
  init(_ words: [String]) {
    current = words.last ?? ""
    var isReadingOptions = true
    var isKnown = true
    var pending: Option?
    for word in words.dropLast() {
      if let option = pending {
        occurrences.append(Given(option: option, spelling: option.long, value: word))
        pending = nil
      } else if isReadingOptions, word == "--" {
        isReadingOptions = false
      } else if isReadingOptions, word.hasPrefix("--") {
        pending = Self.awaited(word, command, &occurrences)
      } else if isReadingOptions, word.hasPrefix("-"), word != "-" {
        pending = Self.awaited(letters: word.dropFirst(), command)
      } else if command == nil {
        command = CommandName(rawValue: word)
        isKnown = command != nil
      }
    }
    if !isKnown {
      place = .nothing
    } else if let pending {
      place = .value(pending.valueKind, after: "")
    } else if isReadingOptions, current.hasPrefix("-") {
      place = Self.optionPlace(current, command)
    } else {
      place = command.map { .value($0.operandKind, after: "") } ?? .subcommand
    }
  }

  /// The long option whose value is the next word; nil if it has its value after `=`, or needs none.
  private static func awaited(
    _ word: String, _ command: CommandName?, _ occurrences: inout [Given]
  ) -> Option? {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let option = OptionTable.options(for: command).first { $0.isNamed(parts[0].dropFirst(2)) }
    guard let option else { return nil }
    if parts.count == 1, case .required = option.argument { return option }
    occurrences.append(
      Given(option: option, spelling: option.long, value: parts.count == 2 ? String(parts[1]) : nil))
    return nil
  }

  /// The option of bundled letters whose value is the next word.
  private static func awaited(letters: Substring, _ command: CommandName?) -> Option? {
    let options = OptionTable.options(for: command)
    for (offset, letter) in letters.enumerated() {
      guard let option = options.first(where: { $0.short == letter }) else { return nil }
      if case .required = option.argument { return offset == letters.count - 1 ? option : nil }
    }
    return nil
  }

  private static func optionPlace(_ word: String, _ command: CommandName?) -> Place {
    guard let equals = word.firstIndex(of: "="), word.hasPrefix("--") else { return .option }
    let option = OptionTable.options(for: command).first { $0.isNamed(word[..<equals].dropFirst(2)) }
    return option.map { .value($0.valueKind, after: String(word[...equals])) } ?? .nothing
  }
}
