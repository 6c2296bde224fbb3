/// A command line whose options are known and have their values, but are not understood yet.
struct ParsedArguments: Equatable, Sendable {
  /// One option as it was written.
  struct Occurrence: Equatable, Sendable {
    let name: OptionName

    /// As the user wrote it, for messages: `-X` or `--request`.
    let spelling: String

    /// The value; nil for a flag, and for a bare option whose value is optional.
    let value: String?
  }

  let command: CommandName

  /// In the order written.
  var occurrences: [Occurrence] = []

  /// What is no option, in the order written.
  var operands: [String] = []

  /// What holds for options that are not given.
  var defaults = Defaults.none

  /// Whether the option was given at all.
  func has(_ name: OptionName) -> Bool { occurrences.contains { $0.name == name } }

  /// Every occurrence of a repeatable option.
  func all(_ name: OptionName) -> [Occurrence] { occurrences.filter { $0.name == name } }

  /// The occurrence that counts of an option that is not repeatable: the last.
  func last(_ name: OptionName) -> Occurrence? { occurrences.last { $0.name == name } }

  /// The value that counts, understood: of the command line, else of the defaults.
  ///
  /// - Returns: nil where the option and its default are absent, and for an option that was given without its value.
  func value<Value>(_ name: OptionName, as form: ValueForm<Value>) throws(UsageError) -> Value? {
    guard let occurrence = last(name) else { return try defaults.value(name, as: form) }
    guard let text = occurrence.value else { return nil }
    return try form.read(text, from: occurrence.spelling)
  }

  /// Every value of a repeatable option, understood.
  func values<Value>(_ name: OptionName, as form: ValueForm<Value>) throws(UsageError) -> [Value] {
    var values: [Value] = []
    for occurrence in all(name) {
      if let text = occurrence.value { values.append(try form.read(text, from: occurrence.spelling)) }
    }
    return values
  }

  /// The same with other defaults.
  func with(_ defaults: Defaults) -> ParsedArguments {
    var arguments = self
    arguments.defaults = defaults
    return arguments
  }

  /// The hint for a command line without a URL: the option that took it as its value.
  ///
  /// - Parameter standard: what is said where none did.
  /// - Returns: a hint in which no password stands.
  func missingURLHint(_ standard: String) -> String {
    let taker = occurrences.last { occurrence in
      guard let value = occurrence.value, ![.url, .proxy, .socks5Hostname].contains(occurrence.name) else {
        return false
      }
      return value.hasPrefix("http://") || value.hasPrefix("https://")
    }
    guard let taker, let value = taker.value else { return standard }
    return "\(taker.spelling) took \(URLArgument.withoutUserInfo(value)) as its value"
  }

  /// Refuses two options that contradict each other.
  func refuse(_ first: OptionName, with second: OptionName) throws(UsageError) {
    if let first = last(first), let second = last(second) {
      throw UsageError("\(first.spelling) and \(second.spelling) exclude each other")
    }
  }
}
