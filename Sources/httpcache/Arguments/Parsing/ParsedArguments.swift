/// One option as it was given: on the command line, by a variable, or in the configuration.
struct Given: Equatable, Sendable {
  let option: Option

  /// As the user wrote it, for messages: `-X` or `--request`; or the variable with its `$`, or the place in the file.
  let spelling: String

  /// The value; nil for a flag, and for a bare option whose value is optional.
  let value: String?

  /// The second value of an option that takes two.
  var second: String?

  /// Whether it comes from the environment or the configuration.
  var isDefault = false

  var name: String { option.name }

  func read<Value>(_ form: ValueForm<Value>) throws(UsageError) -> Value {
    try form.read(value ?? "", from: spelling)
  }

  /// Whether the value is read from standard input.
  var readsStandardInput: Bool {
    guard let value else { return false }
    // A name may come before the source: `--data-urlencode NAME@-`.
    if name == "data-urlencode" { return BodyPart.encoded(value).isStandardInput }
    return value == option.standardInput
  }

  static func == (left: Given, right: Given) -> Bool {
    left.name == right.name && left.spelling == right.spelling && left.value == right.value
  }
}

/// A command line, split into options and operands; the options' values are text that is not read yet.
struct ParsedArguments: Equatable, Sendable {
  let command: CommandName

  /// In the order written.
  var occurrences: [Given] = []

  /// The arguments that are not options, in the order written.
  var operands: [String] = []

  /// The values of options that the command line does not give.
  var defaults = Defaults.none

  /// Whether the command line gives the option; defaults do not count.
  func has(_ name: String) -> Bool { last(name) != nil }

  func last(_ name: String) -> Given? {
    assert(OptionTable.isDeclared(name), "no option is named \(name)")
    return occurrences.last { $0.name == name }
  }

  /// The occurrences that have an effect: all those of a repeatable option, and the last one of any other option.
  var counting: [Given] {
    var counting: [Given] = []
    for (index, given) in occurrences.enumerated() {
      let isReplaced =
        !given.option.isRepeatable && occurrences[(index + 1)...].contains { $0.name == given.name }
      if !isReplaced { counting.append(given) }
    }
    return counting
  }

  func with(_ defaults: Defaults) -> ParsedArguments {
    var arguments = self
    arguments.defaults = defaults
    return arguments
  }

  /// Throws if a command line of `fetch` or `inspect` has neither a URL nor another subject.
  ///
  /// Call this before any value is read: if an option took the URL as its value, the hint names that option, and the
  /// user gets no error such as "'https://…' is not a size".
  func requireSubject() throws(UsageError) {
    let isLive = command == .inspect && has("live")
    let isNamed =
      command == .inspect && !isLive
      ? occurrences.contains { InspectOptions.Source(rawValue: $0.name) != nil }
      : has("input-file") || has("sitemap")
    guard command == .fetch || command == .inspect, operands.isEmpty, !isNamed else { return }
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

  func refuse(_ first: String, with second: String) throws(UsageError) {
    if let first = last(first), let second = last(second) { throw Self.contradiction(first, second) }
  }

  private static func contradiction(_ first: Given, _ second: Given) -> UsageError {
    UsageError("\(first.spelling) and \(second.spelling) exclude each other")
  }

  /// Throws if options exclude each other, if an option lacks another that it needs, or if two options read standard
  /// input, which can be read only once.
  func refuseContradictions() throws(UsageError) {
    for given in occurrences {
      for name in given.option.excludes {
        if let other = occurrences.last(where: { $0.name == name }) {
          throw Self.contradiction(given, other)
        }
      }
      let needs = given.option.needs
      guard !needs.isEmpty, !occurrences.contains(where: { needs.contains($0.name) }) else { continue }
      let words = given.option.needsError ?? "goes with \(needs.map(spelling).joined(separator: " or ")) only"
      throw UsageError("\(given.spelling) \(words)", hint: given.option.needsHint)
    }
    guard counting.count(where: \.readsStandardInput) < 2 else { throw .secondStandardInput }
  }

  /// The shortest spelling of an option of the subcommand.
  private func spelling(_ name: String) -> String {
    let short = OptionTable.option(of: command) { $0.name == name }?.short
    return short.map { "-\($0)" } ?? "--\(name)"
  }

  /// Throws if there is an operand, for a subcommand that takes none.
  func refuseOperands() throws(UsageError) {
    guard let operand = operands.first else { return }
    throw UsageError(
      "\(command.rawValue) takes no argument: \(operand)", hint: "httpcache \(command.rawValue) --help")
  }
}
