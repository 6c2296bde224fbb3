import HTTPCacheCore

/// The options of `inspect`: the subjects, the time to judge them as of, and the reports.
struct InspectOptions: Sendable {
  /// The subject that the options name; set by `settle`, once all options are read.
  private(set) var subject = Subject.all

  /// The option that names the subject, and its inputs; nil if none is given.
  private var source: Source?
  private var inputs: [InputSource] = []

  /// The URL of the response that `--headers` has.
  fileprivate var url: String?

  /// The method of the request that `--headers` answers or that `--live` makes.
  fileprivate(set) var method = "GET"

  /// The log with which the entries of `--har` are compared; nil for none.
  fileprivate(set) var otherLog: InputSource?

  /// Whether only the site of the first URL counts.
  fileprivate(set) var isFirstParty = false

  /// The time as of which to judge; nil unless given.
  fileprivate(set) var at: JudgedAt?

  /// The other caches whose handling of the response is reported (`--as`).
  fileprivate(set) var otherCaches: [CacheModel] = []

  /// The targeted fields that count, in order of precedence; nil for `CDN-Cache-Control` in shared caches.
  fileprivate(set) var targets: [String]?

  fileprivate(set) var expectationFile: InputSource?

  /// Whether `.httpcache.json` is not looked for.
  fileprivate(set) var ignoresFoundExpectations = false

  /// The least severity of a finding that makes the exit code 1; nil if no finding does.
  fileprivate(set) var failOn: Finding.Severity?

  /// The times, in seconds, after which a visitor comes back to the recorded site (`--revisit`).
  fileprivate(set) var revisits: [Seconds] = []

  /// The file for the summary, which `--merge-summaries` adds to others.
  fileprivate(set) var summaryFile: String?

  /// The values of `--format` and `--recipe`.
  fileprivate var formats: [ReportTarget] = []

  /// The reports; the report on stdout comes first.
  private(set) var reports: [ReportTarget] = []

  /// Whether a pattern of `expectationFile` that matched no URL makes the exit code 1.
  fileprivate(set) var isStrict = false

  mutating func settle(_ options: Options, _ arguments: ParsedArguments) throws(UsageError) {
    subject = try subject(options, arguments)
    try refuseStrayOptions(arguments)
    // Without a severity to fail on, a run with a baseline would never fail.
    if failOn == nil, options.gate.baselineSource != nil { failOn = .warning }
    // A program that writes JSON Lines expects JSON Lines back.
    reports = try ReportTarget.all(
      formats, isJSON: options.global.isJSON, standard: source == .jsonl ? .json : .text)
    if source == .summaries, let target = reports.first(where: { !$0.form.showsSums }) {
      let formats = ReportFormat.allCases.filter(\.showsSums).map(\.rawValue)
      throw UsageError(
        "\(target.form.spelling) shows single responses, and --merge-summaries has none: it goes with"
          + " --format \(formats.joined(separator: ", "))")
    }
    try refuseSharedFiles(arguments)
    if !options.connection.authentication.isEmpty, !options.probes.isEmpty {
      throw UsageError(
        "--probe sends credentials with -u by Basic only", hint: "leave --digest and the like out")
    }
  }

  /// The subject that the options and operands name.
  private func subject(_ options: Options, _ arguments: ParsedArguments) throws(UsageError) -> Subject {
    let urls = options.urls
    let recording: Subject
    switch source {
    case nil: return .stored(urls)
    case .live: return .live(urls)
    // Operands are further files, since a shell expands `--merge-summaries *.json` to one value and operands.
    case .summaries: return .summaries(inputs + arguments.operands.map { InputSource(path: $0) })
    case .headers:
      guard urls.isEmpty else {
        throw UsageError(
          "--headers and a URL exclude each other", hint: "--url URL names what was asked for")
      }
      let url = try url.map { text throws(UsageError) in
        // The first condition of the urlcache profile is about the scheme, so other schemes can be judged, too.
        try URLArgument.read(text, allowsForeign: options.global.profile == .urlcache)
      }
      return .headers(inputs, url: url)
    case .har: recording = .har(inputs)
    case .jsonl: recording = .jsonl(inputs)
    case .cacheDB: recording = .cacheDB(inputs.compactMap(\.path))
    case .all: recording = .all
    }
    guard urls.isEmpty else {
      throw UsageError("--\(source?.rawValue ?? "") and a URL exclude each other")
    }
    return recording
  }

  /// Throws if an operand is the name of a recording, not a URL.
  static func refuseFile(_ arguments: ParsedArguments) throws(UsageError) {
    let isFileName = { (text: String) in
      !text.holds("://") && (text.hasSuffix(".har") || text.hasSuffix(".har.gz") || text.hasSuffix(".db"))
    }
    guard let file = arguments.operands.first(where: isFileName) else { return }
    let option = file.hasSuffix(".db") ? "--cache-db" : "--har"
    throw UsageError("'\(file)' is a file, not a URL", hint: "httpcache inspect \(option) \(file)")
  }

  /// Throws if an option would have no effect on the subject.
  private func refuseStrayOptions(_ arguments: ParsedArguments) throws(UsageError) {
    let kind = subject.kind
    for section in OptionTable.sections(for: .inspect) {
      for given in arguments.occurrences where section.options.contains(where: { $0.name == given.name }) {
        let kinds = section.subjects.intersection(given.option.subjects)
        guard !kinds.contains(kind) else { continue }
        throw UsageError("\(given.spelling) goes with \(kinds.words) only", hint: section.example)
      }
    }
  }

  /// Throws if two options name one file: one of them would overwrite the file of the other.
  private func refuseSharedFiles(_ arguments: ParsedArguments) throws(UsageError) {
    let named = [
      "expect-file", "baseline", "write-baseline", "write-expect-file", "summary", "har", "jsonl", "headers",
      "input-file",
    ]
    var owners: [String: String] = [:]
    let files =
      reports.compactMap { report in report.file.map { (report.option, $0) } }
      + arguments.occurrences.filter { named.contains($0.name) }.compactMap { occurrence in
        occurrence.value.map { (occurrence.spelling, $0) }
      }
    for (option, file) in files where file != "-" {
      if let other = owners.updateValue(option, forKey: file), other != option {
        throw UsageError("\(other) and \(option) name one file: \(file)", hint: "give each a file of its own")
      }
    }
  }
}

extension InspectOptions {
  /// A subject of `inspect`.
  enum Subject: Equatable, Sendable {
    /// Every stored variant of these URLs.
    case stored([TargetURI])
    /// The answers to requests that are made now.
    case live([TargetURI])
    /// Response heads, and the URL that they answer where it is known.
    case headers([InputSource], url: TargetURI?)
    case har([InputSource])
    case jsonl([InputSource])
    /// The results of other runs, from the summaries that they wrote.
    case summaries([InputSource])
    /// Every entry of these databases of URLCache.
    case cacheDB([String])
    case all

    var kind: SubjectKinds {
      switch self {
      case .stored: .stored
      case .live: .live
      case .headers: .headers
      case .summaries: .summaries
      case .har, .jsonl, .cacheDB, .all: .recordings
      }
    }
  }
}

extension InspectOptions {
  /// The options that name a subject, of which only one may be given.
  enum Source: String, CaseIterable, Sendable {
    case live, headers, har, jsonl
    case cacheDB = "cache-db"
    case all
    case summaries = "merge-summaries"

    /// The names of the options after this one, each of which excludes this one.
    fileprivate var excludes: [String] {
      Array(Self.allCases.map(\.rawValue).drop { $0 != rawValue }.dropFirst())
    }
  }

  private mutating func add(_ source: Source, _ input: InputSource? = nil) {
    self.source = source
    if let input { inputs.append(input) }
  }

  static let subject = OptionSection("Subject") {
    Option(
      "live", "judge the answer to a request made now; nothing is stored", excludes: Source.live.excludes,
      effect: .sets { $0.inspect.add(.live) })
    Option(
      "headers", value: "FILE|-", "judge response heads as curl -sI or curl -si prints them",
      isRepeatable: true, excludes: Source.headers.excludes, standardInput: "-",
      effect: .input { $0.inspect.add(.headers, $1) })
    Option(
      "har", value: "FILE|-", "judge every entry of a HAR 1.2 log", isRepeatable: true,
      excludes: Source.har.excludes, standardInput: "-", effect: .input { $0.inspect.add(.har, $1) })
    Option(
      "against-har", value: "FILE|-",
      "compare each entry of --har with that of another log; a difference in meaning is a finding",
      needs: ["har"], needsHint: "httpcache inspect --har A.har --against-har B.har", standardInput: "-",
      effect: .input { $0.inspect.otherLog = $1 })
    Option(
      "jsonl", value: "FILE|-", "judge JSON Lines, one response a line; and print one verdict a line",
      isRepeatable: true, excludes: Source.jsonl.excludes, standardInput: "-",
      effect: .input { $0.inspect.add(.jsonl, $1) })
    Option(
      "merge-summaries", value: "FILE",
      "report the summaries that several runs wrote with --summary; further operands are files, too",
      isRepeatable: true, kind: .file,
      effect: .value(.text) { $0.inspect.add(.summaries, InputSource(path: $1)) })
    Option(
      "cache-db", value: "FILE", "judge every entry of a Cache.db of Foundation's URLCache, by both profiles",
      isRepeatable: true, excludes: Source.cacheDB.excludes,
      effect: .file { $0.inspect.add(.cacheDB, .file($1)) })
    Option(
      "all", "judge everything stored", excludes: Source.all.excludes, effect: .sets { $0.inspect.add(.all) })
    Option(
      "host", value: "HOST", "judge only URLs of this host", kind: .host, subjects: .responses,
      effect: .value(.host) { $0.host = $1 })
    Option(
      "first-party", "judge only URLs of the first URL's site", subjects: .responses,
      effect: .sets { $0.inspect.isFirstParty = true })
    Option(
      "url", value: "URL", "the URL whose response --headers holds", subjects: .headers,
      example: "http://a.test/", effect: .value(.text) { $0.inspect.url = $1 })
    Option(
      "method", value: "METHOD",
      "the method of the request that was answered; with --live, the method to send", default: "GET",
      subjects: [.headers, .live], example: "HEAD",
      effect: .value(.token("a method")) { $0.inspect.method = $1 })
    Option(
      "request-header", value: "FIELD",
      "a field 'Name: value' of the request; it also chooses the variant of a stored URL", isRepeatable: true,
      standardInput: "@-", subjects: [.headers, .live, .stored], example: "A: b",
      effect: ContentOptions.readsField)
  }

  static let judgement = OptionSection("Judgement") {
    CacheUse.ttl
    Option(
      "at", value: "TIME",
      "judge as of this time; RFC 3339, an HTTP-date, +DURATION, -DURATION, or 'date' for each response's own Date",
      default: "now; the moment of receipt for entries of a recording", subjects: .responses, example: "-1h",
      effect: .reads { (options, given) throws(UsageError) in
        options.inspect.at = try given.read(.judgedAt(now: options.now))
      })
    Option(
      "expect", value: "CHECK",
      "exit with 1 unless this holds; such as fresh, storable, 'lifetime>=1h', directive=immutable",
      isRepeatable: true, kind: .suggestion(Expectation.suggestions(isFetch: false)), subjects: .responses,
      example: "fresh", effect: .value(.text) { $0.expectations.append($1) })
    Option(
      "as", value: "LIST",
      "say what other caches do with the response, by their default settings: all, or some of "
        + CacheModel.all.map(\.name).joined(separator: ", "),
      kind: .suggestion(["all"] + CacheModel.all.map(\.name)), subjects: .responses, example: "nginx,varnish",
      effect: .value(.caches) { $0.inspect.otherCaches = $1 })
    Option(
      "targets", value: "LIST",
      "the fields that direct the cache in place of Cache-Control, first to last (RFC 9213); they count without --shared, too",
      default: "cdn-cache-control with --shared",
      kind: .suggestion(TargetedField.names.map(\.asciiLowercased)), subjects: .responses,
      example: "netlify-cdn-cache-control,cdn-cache-control",
      effect: .value(.targets) { $0.inspect.targets = $1 })
    Option(
      "expect-file", value: "FILE", "checks by URL pattern, for a whole site", standardInput: "-",
      subjects: .responses, effect: .input { $0.inspect.expectationFile = $1 })
    Option(
      "fail-on", value: "SEVERITY", "exit with 1 if there is a finding of this severity or above",
      subjects: .responses, effect: .choice("a severity") { $0.inspect.failOn = $1 })
    Option(
      "summary", value: "FILE", "write the counts of this run to a file, for --merge-summaries",
      effect: .file { $0.inspect.summaryFile = $1 })
    Option(
      "revisit", value: "LIST",
      "count what a visitor who comes back after each of 1h,1d,30d takes from the cache, confirms and loads anew",
      needs: ["har", "assets"], example: "1h,1d", effect: .value(.durations) { $0.inspect.revisits = $1 })
    Option(
      "no-expect-file", "do not look for .httpcache.json, which is used as --expect-file if it exists",
      excludes: ["expect-file"], effect: .sets { $0.inspect.ignoresFoundExpectations = true })
    GateOptions.options
    Option(
      "strict", "exit with 1 if a pattern of --expect-file matched no URL", excludes: ["no-expect-file"],
      subjects: .responses, effect: .sets { $0.inspect.isStrict = true })
    CacheUse.policy
    Option(
      "format", value: "FORMAT[=FILE]",
      "how to report; one FORMAT goes to standard output and others as FORMAT=FILE to files, --json is --format json",
      default: "text", isRepeatable: true, kind: .choice(ReportFormat.spellings),
      effect: .value(.reportTarget) { $0.inspect.formats.append($1) })
    Option(
      "recipe", value: "SERVER[=FILE]",
      "write configuration that makes a server send the advised fields, by family of URLs; to standard output in place of the report, or to a file",
      isRepeatable: true, kind: .choice(RecipeServer.spellings), subjects: .responses,
      effect: .value(.recipeTarget) { $0.inspect.formats.append($1) })
  }
}

extension ValueForm where Value == [CacheModel] {
  /// Names of caches with commas between them, or `all`.
  fileprivate static var caches: Self {
    let names = ["all"] + CacheModel.all.map(\.name)
    return .init("a list of caches", hint: "some of \(names.joined(separator: ", "))", choices: names) {
      text in
      let named = text.list { $0 == "all" ? CacheModel.all : CacheModel.named($0).map { [$0] } }
      return named?.joined().reduce(into: []) { caches, cache in
        if !caches.contains(cache) { caches.append(cache) }
      }
    }
  }
}

extension ValueForm where Value == [Int64] {
  /// Durations with commas between them.
  fileprivate static var durations: Self {
    .init("a list of durations", hint: "such as 1h,1d,30d") { $0.list(of: Units.duration) }
  }
}

extension ValueForm where Value == [String] {
  fileprivate static var targets: Self {
    .init(
      "a list of targeted fields",
      hint: "such as netlify-cdn-cache-control,cdn-cache-control, or surrogate-control"
    ) { text in
      text.list { name in
        guard TargetedField.isTargeted(name) else { return nil }
        return TargetedField.names.first { $0.equalsIgnoringASCIICase(name) } ?? name
      }
    }
  }
}
