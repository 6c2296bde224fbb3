import HTTPCacheCore

extension OptionTable {
  /// What `inspect` judges.
  static let inspectSubject = OptionSection(
    "Subject",
    [
      .init(.live, nil, "judge the answer to a request made now; nothing is stored"),
      .init(
        .headers, nil, value: .required("FILE|-"), "judge response heads as curl -sI or curl -si prints them",
        isRepeatable: true, kind: .file),
      .init(
        .har, nil, value: .required("FILE|-"), "judge every entry of a HAR 1.2 log", isRepeatable: true,
        kind: .file),
      .init(
        .againstHAR, nil, value: .required("FILE|-"),
        "hold each entry of --har beside that of another log; what differs in meaning is a finding",
        kind: .file),
      .init(
        .jsonl, nil, value: .required("FILE|-"), "judge one object a line, and print one verdict a line",
        isRepeatable: true, kind: .file),
      .init(
        .mergeSummaries, nil, value: .required("FILE"),
        "report what several runs wrote with --summary; further operands are files, too", isRepeatable: true,
        kind: .file),
      .init(
        .cacheDB, nil, value: .required("FILE"),
        "judge every entry of a Cache.db of Foundation's URLCache, by both profiles", isRepeatable: true,
        kind: .file),
      .init(.all, nil, "judge everything stored"),
      .init(
        .host, nil, value: .required("HOST"), "only subjects of a host, in the report and in what fails",
        kind: .host),
      .init(.firstParty, nil, "only subjects of the first URL's site"),
      .init(.url, nil, value: .required("URL"), "the URL that the --headers response answers"),
      .init(
        .method, nil, value: .required("METHOD"),
        "the method that it answers; with --live, the method to send",
        default: "GET"),
      .init(
        .requestHeader, nil, value: .required("FIELD"),
        "a field 'Name: value' of the request; it also chooses the variant of a stored URL",
        isRepeatable: true),
    ])

  /// How `inspect --live` asks.
  static let inspectLive = OptionSection(
    "Requests of --live",
    [
      header, inputFile, sitemap,
      .init(
        .assets, nil, value: .optional("SCOPE"),
        "judge also what the page loads: style sheets, scripts, images, fonts and the like, \(AssetCount.most) at most; own: of "
          + "its own origin, all: of every origin",
        default: "own where no SCOPE is given", kind: .suggestion(AssetScope.spellings)),
      .init(
        .against, nil, value: .required("URL"),
        "ask another scheme, host and port for the same; what differs in meaning is a finding"),
      .init(.location, "L", "follow redirects; each response on the way is judged"),
      .init(
        .noEncoding, nil, "send no Accept-Encoding",
        default: "\(InspectOptions.Live.encodings), as browsers do"),
    ] + parallel)

  /// What `inspect --live` asks beside the one request.
  static let inspectProbes = OptionSection(
    "Active checks of --live",
    [
      .init(
        .probe, nil, value: .optional("LIST"),
        "send a few more requests and judge the answers together; "
          + Probe.named.map(\.rawValue).joined(separator: ", "),
        default: Probe.usual.map(\.rawValue).joined(separator: ", "),
        kind: .suggestion(Probe.named.map(\.rawValue))),
      .init(
        .probeAs, nil, value: .required("FIELD"),
        "a field 'Name: value' that says who asks, or @FILE; given twice, for the users probe",
        isRepeatable: true),
      .init(
        .probeHeader, nil, value: .required("FIELD"), "a field 'Name: value' of each request of a probe",
        isRepeatable: true),
      .init(.dryRun, nil, "print the requests of --probe; nothing is sent"),
      .init(
        .repeat, nil, value: .required("N"),
        "ask N times, and say what a cache on the way did: edge=hit, hit-ratio>=0.9"),
      .init(.every, nil, value: .required("D"), "the pause between two of them", default: "1s"),
      .init(.eachAddress, nil, "ask every address of the host's name once"),
    ])

  /// How `inspect` judges, and what it prints.
  static let inspectJudgement = OptionSection(
    "Judgement",
    [
      ttl,
      .init(
        .at, nil, value: .required("TIME"),
        "judge as of then; RFC 3339, an HTTP-date, +DURATION or -DURATION; 'date' is each response's own Date",
        default: "now; the moment of receipt for entries of a recording"),
      .init(
        .expect, nil, value: .required("CHECK"),
        "a check that must hold, else exit code 1; such as fresh, storable, 'lifetime>=1h', directive=immutable",
        isRepeatable: true, kind: .suggestion(Expectation.suggestions(isFetch: false))),
      .init(
        .expectFile, nil, value: .required("FILE"), "checks by URL pattern, for a whole site", kind: .file),
      .init(
        .failOn, nil, value: .required("SEVERITY"),
        "a finding of that severity or above makes the exit code 1",
        kind: .choice(Finding.Severity.spellings)),
      .init(
        .summary, nil, value: .required("FILE"), "write what all subjects come to, for --merge-summaries",
        kind: .file),
      .init(
        .revisit, nil, value: .required("LIST"),
        "what a visitor who comes back after each of 1h,1d,30d takes from the cache, confirms and loads anew"),
      .init(
        .noExpectFile, nil, "do not look for .httpcache.json, which is taken for --expect-file"),
      .init(
        .writeExpectFile, nil, value: .required("FILE"), "write expectations that today's answers meet",
        kind: .file),
      .init(
        .writeBaseline, nil, value: .required("FILE"),
        "write down what is found today, which then does not fail",
        kind: .file),
      .init(
        .baseline, nil, value: .required("FILE"),
        "only what goes beyond these findings fails; without --fail-on, from warning on", kind: .file),
      .init(.pruneBaseline, nil, "take what is gone out of the file of --baseline"),
      .init(.strict, nil, "a pattern of --expect-file that no subject met makes the exit code 1"),
      policy,
      .init(
        .format, nil, value: .required("FORMAT[=FILE]"),
        "how to report; one FORMAT goes to standard output and others as FORMAT=FILE to files, --json is --format json",
        default: "text", isRepeatable: true, kind: .choice(ReportFormat.spellings)),
    ])
}
