import HTTPCacheCore

extension InspectOptions {
  /// What is judged.
  enum Subject: Equatable, Sendable {
    /// Every stored variant of these.
    case stored([TargetURI])
    /// The answers to requests that are made now.
    case live([TargetURI])
    /// Response heads, and the URL that they answer where it is known.
    case headers([InputSource], url: TargetURI?)
    /// Every entry of these HAR logs.
    case har([InputSource])
    /// Every line of these texts of JSON Lines.
    case jsonl([InputSource])
    /// What others have judged, by their summaries.
    case summaries([InputSource])
    /// Every entry of these databases of URLCache.
    case cacheDB([String])
    /// Everything stored.
    case all
  }
}

extension InspectOptions.Subject {
  /// Reads the options that name a subject, and the operands.
  ///
  /// - Parameter arguments: of `inspect`.
  /// - Throws: where there is no subject, or more than one kind.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    try Self.refuseTwoKinds(arguments)
    if arguments.has(.mergeSummaries) {
      // The option's own value and the operands, so that a shell's pattern can stand behind it.
      let files = arguments.all(.mergeSummaries).compactMap(\.value) + arguments.operands
      self = .summaries(files.map { InputSource(path: $0) })
      return
    }
    try Self.refuseFile(arguments)
    let urls = try URLArgument.read(arguments.operands)
    if let heads = try Self.heads(arguments, urls) {
      self = heads
    } else if let (whole, option) = try Self.whole(arguments) {
      guard urls.isEmpty else { throw UsageError("\(option) and a URL exclude each other") }
      self = whole
    } else {
      self = try Self.named(arguments, urls)
    }
  }

  /// The response heads of `--headers`; nil where it is not given.
  private static func heads(_ arguments: ParsedArguments, _ urls: [TargetURI]) throws(UsageError) -> Self? {
    let headers = try arguments.values(.headers, as: .input)
    guard !headers.isEmpty else { return nil }
    guard urls.isEmpty else {
      throw UsageError("--headers and a URL exclude each other", hint: "--url URL names what was asked for")
    }
    let profile: StorageProfile? = try arguments.value(.profile, as: .choice("a profile"))
    let url = try arguments.last(.url)?.value.map { text throws(UsageError) in
      // The first condition of that profile is about other schemes.
      try URLArgument.read(text, allowsForeign: profile == .urlcache)
    }
    return .headers(headers, url: url)
  }

  /// What is judged as a whole, and the option that says so; nil where none does.
  private static func whole(_ arguments: ParsedArguments) throws(UsageError) -> (Self, option: String)? {
    let logs = try arguments.values(.har, as: .input)
    if !logs.isEmpty { return (.har(logs), "--har") }
    let lines = try arguments.values(.jsonl, as: .input)
    if !lines.isEmpty { return (.jsonl(lines), "--jsonl") }
    let databases = try arguments.values(.cacheDB, as: .path)
    if !databases.isEmpty { return (.cacheDB(databases), "--cache-db") }
    return arguments.has(.all) ? (.all, "--all") : nil
  }

  /// What the URLs name, stored or live.
  private static func named(_ arguments: ParsedArguments, _ urls: [TargetURI]) throws(UsageError) -> Self {
    guard !urls.isEmpty || arguments.has(.live) && (arguments.has(.inputFile) || arguments.has(.sitemap))
    else {
      throw UsageError(
        arguments.has(.live) ? "inspect --live needs a URL" : "inspect needs a subject",
        hint: arguments.missingURLHint("httpcache inspect --live https://example.com/"))
    }
    return arguments.has(.live) ? .live(urls) : .stored(urls)
  }

  /// Refuses subjects of more than one kind.
  private static func refuseTwoKinds(_ arguments: ParsedArguments) throws(UsageError) {
    let kinds: [OptionName] = [.live, .headers, .har, .jsonl, .cacheDB, .all, .mergeSummaries]
    for (index, kind) in kinds.enumerated() {
      for other in kinds[(index + 1)...] { try arguments.refuse(kind, with: other) }
    }
  }

  /// Refuses the name of a recording where a URL is meant to stand.
  private static func refuseFile(_ arguments: ParsedArguments) throws(UsageError) {
    guard let file = arguments.operands.first(where: isFileName) else { return }
    let option = file.hasSuffix(".db") ? "--cache-db" : "--har"
    throw UsageError("'\(file)' is a file, not a URL", hint: "httpcache inspect \(option) \(file)")
  }

  private static func isFileName(_ text: String) -> Bool {
    !text.holds("://") && (text.hasSuffix(".har") || text.hasSuffix(".har.gz") || text.hasSuffix(".db"))
  }
}
