/// Where in a command line the cursor stands, and so what may stand there.
///
/// The words may be wrong or unfinished: nothing is refused, what is not known is passed over.
struct CompletionRequest: Equatable, Sendable {
  /// What may stand at the cursor.
  enum Place: Equatable, Sendable {
    /// A subcommand, and what stands in place of one.
    case subcommand
    /// An option.
    case option
    /// The value of an option, behind text that belongs to the same word: `--policy=`.
    case value(Option.ValueKind, after: String)
    /// Nothing that is known.
    case nothing
  }

  /// The subcommand, where one was named.
  private(set) var command: CommandName?

  /// The options before the cursor that have their values.
  private(set) var occurrences: [Given] = []

  /// The word at the cursor, up to it.
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

  /// The option of a whole word that waits for the next one; one with `=` has what it needs.
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

  /// The option of bundled letters that waits for the next word.
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
