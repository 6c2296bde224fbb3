/// One option as it was given: on the command line, by a variable, or in the configuration.
struct Given: Equatable, Sendable {
  let option: Option

  /// As the user wrote it, for messages: `-X` or `--request`; or the variable with its `$`, or the place in the file.
  let spelling: String

  /// The value; nil for a flag, and for a bare option whose value is optional.
  let value: String?

  /// Whether it comes from the environment or the configuration.
  var isDefault = false

  var name: String { option.name }

  /// The value, understood.
  func read<Value>(_ form: ValueForm<Value>) throws(UsageError) -> Value {
    try form.read(value ?? "", from: spelling)
  }

  /// Whether reading it takes the standard input.
  var readsStandardInput: Bool {
    guard let value else { return false }
    // Its name may stand before the source.
    if name == "data-urlencode" { return BodyPart.encoded(value).isStandardInput }
    return value == option.standardInput
  }

  static func == (left: Given, right: Given) -> Bool {
    left.name == right.name && left.spelling == right.spelling && left.value == right.value
  }
}

/// A command line whose options are known and have their values, but are not understood yet.
struct ParsedArguments: Equatable, Sendable {
  let command: CommandName

  /// In the order written.
  var occurrences: [Given] = []

  /// What is no option, in the order written.
  var operands: [String] = []

  /// What holds for options that are not given.
  var defaults = Defaults.none

  /// Whether the option was given at all.
  func has(_ name: String) -> Bool { last(name) != nil }

  /// The last occurrence of an option.
  func last(_ name: String) -> Given? {
    assert(OptionTable.isDeclared(name), "no option is named \(name)")
    return occurrences.last { $0.name == name }
  }

  /// The occurrences that count: of an option that is not repeatable the last.
  var counting: [Given] {
    var counting: [Given] = []
    for (index, given) in occurrences.enumerated() {
      let isReplaced =
        !given.option.isRepeatable && occurrences[(index + 1)...].contains { $0.name == given.name }
      if !isReplaced { counting.append(given) }
    }
    return counting
  }

  /// The same with other defaults.
  func with(_ defaults: Defaults) -> ParsedArguments {
    var arguments = self
    arguments.defaults = defaults
    return arguments
  }

  /// Refuses a command line of `fetch` or `inspect` without a URL or another subject.
  ///
  /// This comes before any value is read, since an option may have taken the URL as its value: the hint names it.
  func requireSubject() throws(UsageError) {
    let isLive = command == .inspect && has("live")
    let isNamed =
      command == .inspect && !isLive
      ? occurrences.contains { InspectOptions.subjectNames.contains($0.name) }
      : has("input-file") || has("sitemap")
    guard [.fetch, .inspect].contains(command), operands.isEmpty, !isNamed else { return }
    let taker = occurrences.last { given in
      guard let value = given.value, !["url", "proxy", "socks5-hostname"].contains(given.name) else {
        return false
      }
      return value.hasPrefix("http://") || value.hasPrefix("https://")
    }
    let example = "httpcache \(command == .fetch ? "fetch" : "inspect --live") https://example.com/"
    throw UsageError(
      command == .fetch
        ? "fetch needs a URL" : isLive ? "inspect --live needs a URL" : "inspect needs a subject",
      hint: taker.map { "\($0.spelling) took \(URLArgument.withoutUserInfo($0.value ?? "")) as its value" }
        ?? example)
  }

  /// Refuses two options that contradict each other.
  func refuse(_ first: String, with second: String) throws(UsageError) {
    if let first = last(first), let second = last(second) { throw Self.contradiction(first, second) }
  }

  private static func contradiction(_ first: Given, _ second: Given) -> UsageError {
    UsageError("\(first.spelling) and \(second.spelling) exclude each other")
  }

  /// Refuses options that exclude each other, that miss the one that they need, and a second reader of the standard
  /// input, which can be read once.
  func refuseContradictions() throws(UsageError) {
    for given in occurrences {
      for name in given.option.excludes {
        if let other = occurrences.last(where: { $0.name == name }) {
          throw Self.contradiction(given, other)
        }
      }
      let needs = given.option.needs
      guard !needs.isEmpty, !occurrences.contains(where: { needs.contains($0.name) }) else { continue }
      let words = given.option.without ?? "goes with \(needs.map(spelling).joined(separator: " or ")) only"
      throw UsageError("\(given.spelling) \(words)", hint: given.option.hint)
    }
    guard counting.count(where: \.readsStandardInput) < 2 else { throw .secondStandardInput }
  }

  /// The shortest spelling of an option of the subcommand.
  private func spelling(_ name: String) -> String {
    let short = OptionTable.option(of: command) { $0.name == name }?.short
    return short.map { "-\($0)" } ?? "--\(name)"
  }

  /// Refuses what is no option, for a subcommand that takes nothing else.
  func refuseOperands() throws(UsageError) {
    guard let operand = operands.first else { return }
    throw UsageError(
      "\(command.rawValue) takes no argument: \(operand)", hint: "httpcache \(command.rawValue) --help")
  }
}
