import HTTPCacheCore

/// The options of `inspect`, understood and free of contradictions.
struct InspectOptions: Equatable, Sendable {
  let subject: Subject

  let live: Live

  /// Which of the subjects count.
  let narrowing: Narrowing

  /// The method of the request that `headers` answers or that `live` makes.
  let method: String

  /// Fields of the request.
  let requestFields: [FieldArgument]

  /// Fields that are configured for origins, by origin.
  let originFields: [String: [FieldLine]]

  /// What if: fresh for so long from the cache date.
  let ttl: Seconds?

  /// When to judge as of; nil unless told.
  let at: JudgedAt?

  /// The checks as written.
  let expectations: [String]

  /// The file of checks by URL pattern.
  let expectationFile: InputSource?

  /// The log that the entries of `har` are held beside; nil for none.
  let otherLog: InputSource?

  /// Whether `.httpcache.json` is not looked for.
  let ignoresFoundExpectations: Bool

  /// What was found before, and what is written down.
  let gate: GateOptions

  /// How severe a finding makes the exit code 1; nil where none does.
  let failOn: Finding.Severity?

  let policy: PolicyChoice

  /// After which times the visits to a recorded site are counted again, in seconds.
  let revisits: [Seconds]

  /// The file that gets the summary, for others to add up.
  let summaryFile: String?

  /// The reports; that on stdout comes first.
  let reports: [ReportTarget]

  /// Whether a pattern of `expectationFile` that no subject met makes the exit code 1.
  let isStrict: Bool

  /// How a `live` request is sent.
  let connection: ConnectionOptions

  /// Reads the options.
  ///
  /// - Parameters:
  ///   - arguments: of `inspect`.
  ///   - now: what an offset in `--at` counts from.
  /// - Throws: the first thing that cannot be understood.
  init(_ arguments: ParsedArguments, now: Instant) throws(UsageError) {
    subject = try Subject(arguments)
    try Self.refuseStrayOptions(arguments, subject)
    narrowing = Narrowing(
      host: try arguments.value(.host, as: .host), isFirstParty: arguments.has(.firstParty))
    let method = try arguments.value(.method, as: .token("a method")) ?? "GET"
    self.method = method
    originFields = arguments.defaults.originFields
    ttl = try arguments.value(.ttl, as: .duration)
    at = try arguments.value(.at, as: .judgedAt(now: now))
    expectations = arguments.all(.expect).compactMap(\.value)
    try Self.refuseSecondStandardInput(arguments)
    requestFields = try FieldArgument.read(
      arguments.occurrences.filter { [.requestHeader, .header].contains($0.name) })
    live = try Live(arguments)
    try live.refuse(method: method)
    otherLog = try Self.otherLog(arguments)
    expectationFile = try arguments.value(.expectFile, as: .input)
    ignoresFoundExpectations = arguments.has(.noExpectFile)
    try arguments.refuse(.noExpectFile, with: .expectFile)
    gate = try GateOptions(arguments)
    // A baseline without a limit would let everything through.
    failOn =
      try arguments.value(.failOn, as: .choice("a severity")) ?? (gate.baseline == nil ? nil : .warning)
    policy = try PolicyChoice(arguments)
    revisits = try Self.revisits(arguments)
    summaryFile = try arguments.value(.summary, as: .path)
    reports = try ReportTarget.read(arguments)
    isStrict = arguments.has(.strict)
    guard !isStrict || !ignoresFoundExpectations else {
      throw UsageError("--strict and --no-expect-file exclude each other")
    }
    connection = try ConnectionOptions(arguments)
    try refuseSharedFiles(arguments)
    if !connection.authentication.isEmpty, !live.probes.isEmpty {
      throw UsageError(
        "--probe sends credentials with -u by Basic only", hint: "leave --digest and the like out")
    }
  }

  private static func otherLog(_ arguments: ParsedArguments) throws(UsageError) -> InputSource? {
    let log = try arguments.value(.againstHAR, as: .input)
    guard log == nil || arguments.has(.har) else {
      throw UsageError(
        "--against-har goes with --har only", hint: "httpcache inspect --har A.har --against-har B.har")
    }
    return log
  }

  private static func revisits(_ arguments: ParsedArguments) throws(UsageError) -> [Seconds] {
    let revisits = try arguments.value(.revisit, as: .durations) ?? []
    guard arguments.has(.har) || !arguments.has(.revisit) else {
      throw UsageError("--revisit goes with --har only")
    }
    return revisits
  }

  private static func refuseSecondStandardInput(_ arguments: ParsedArguments) throws(UsageError) {
    let readers: [OptionName] = [.headers, .har, .againstHAR, .jsonl, .expectFile, .baseline, .inputFile]
    let count = arguments.occurrences.count {
      readers.contains($0.name) && $0.value == "-" || FieldArgument.readsStandardInput($0)
    }
    guard count > 1 else { return }
    throw .secondStandardInput
  }

  /// Refuses one file for two things: the later would take the place of the earlier.
  private func refuseSharedFiles(_ arguments: ParsedArguments) throws(UsageError) {
    let named: [OptionName] = [
      .expectFile, .baseline, .writeBaseline, .writeExpectFile, .summary, .har, .jsonl, .headers, .inputFile,
    ]
    var owners: [String: String] = [:]
    let files =
      reports.compactMap { report in report.file.map { ("--format", $0) } }
      + arguments.occurrences.filter { named.contains($0.name) }.compactMap { occurrence in
        occurrence.value.map { (occurrence.spelling, $0) }
      }
    for (option, file) in files where file != "-" {
      if let other = owners.updateValue(option, forKey: file), other != option {
        throw UsageError("\(other) and \(option) name one file: \(file)", hint: "give each a file of its own")
      }
    }
  }

  /// Refuses what would have no effect on the subject.
  private static func refuseStrayOptions(_ arguments: ParsedArguments, _ subject: Subject) throws(UsageError)
  {
    var stray: [(options: [OptionName], owner: String)] = []
    switch subject {
    case .headers: stray = [(Live.names, "--live")]
    case .live: stray = [([.url], "--headers")]
    case .stored:
      stray = [
        ([.url], "--headers"), ([.method], "--headers or --live"), (Live.names, "--live"),
      ]
    case .summaries:
      stray = [
        ([.url], "--headers"), ([.method, .requestHeader], "--headers or --live"), (Live.names, "--live"),
        (
          [
            .expect, .expectFile, .failOn, .strict, .baseline, .writeBaseline, .pruneBaseline,
            .writeExpectFile,
            .host, .firstParty, .ttl, .at,
          ], "responses"
        ),
      ]
    case .all, .har, .jsonl, .cacheDB:
      stray = [
        ([.url], "--headers"), ([.method, .requestHeader], "--headers or --live"),
        (Live.names, "--live"),
      ]
    }
    for (options, owner) in stray {
      if let option = arguments.occurrences.first(where: { options.contains($0.name) }) {
        throw UsageError(
          "\(option.spelling) goes with \(owner) only",
          hint: ProbeOptions.names.contains(option.name) ? ProbeOptions.example : nil)
      }
    }
  }
}

extension ValueForm where Value == [Int64] {
  /// Durations with commas between them.
  fileprivate static var durations: Self {
    .init("a list of durations", hint: "such as 1h,1d,30d") { text in
      let spans = text.split(separator: ",", omittingEmptySubsequences: false).map {
        Units.duration(String($0))
      }
      return spans.contains(nil) ? nil : spans.compactMap(\.self)
    }
  }
}
