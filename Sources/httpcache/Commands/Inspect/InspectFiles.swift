import CSystem
import HTTPCacheCore

extension InspectCommand {
  func judgeHeads(_ source: InputSource, url: TargetURI?) throws(UsageError) {
    var text = HeadText()
    let heads: [HeadText.Found]
    try source.forEachChunk { chunk throws(UsageError) in
      do throws(HeadText.Malformed) { try text.take(chunk) } catch { throw Self.usage(error) }
    }
    do throws(HeadText.Malformed) { heads = try text.finish() } catch { throw Self.usage(error) }
    guard !heads.isEmpty else {
      throw UsageError("--headers: no response head", hint: "curl -sI URL | httpcache inspect --headers -")
    }
    let target = if let url { url } else { try URLArgument.read(Self.unnamedURL) }
    // This program may have waited for the pipe: a head is received when it is read, not when the program started.
    let now = Machine.now()
    var isSavedTold = false
    for found in heads {
      let subject = subject(found.head, answering: request(target), readAt: now, isNamed: url != nil)
      var context = SubjectContext()
      if options.inspect.at == nil, !isSavedTold, subject.isSavedEarlier {
        context.notes.append(
          RecordingFindings.savedEarlier(found.head, receivedAt: subject.stored.receivedAt))
        isSavedTold = true
      }
      judge.judge(
        subject, context, now: options.inspect.at?.instant(for: subject.stored) ?? now, file: source.path)
    }
  }

  /// The subject of a head as the answer to a request, received at the time as of which it is judged, but not after
  /// it was read.
  private func subject(
    _ head: ResponseHead, answering request: RequestHead, readAt now: Instant, isNamed: Bool
  ) -> Subject {
    var stored = StoredResponse(
      key: CacheKey(target: request.target), head: head, selectingFields: head.selectingFields(of: request),
      requestedAt: now, receivedAt: now)
    let receivedAt = min(now, options.inspect.at?.instant(for: stored) ?? now)
    (stored.requestedAt, stored.receivedAt) = (receivedAt, receivedAt)
    stored.userInfo = [StoredResponse.cacheDateName: rfc3339(receivedAt)]
    return Subject(
      origin: .headers, request: request, stored: stored, receivedHead: nil,
      bodyLength: head.announcedLength(answering: request.method), isNamed: isNamed)
  }

  /// The URL of the request if `--url` gives none; no report shows it.
  private static let unnamedURL = "http://unknown.invalid/"

  private static func usage(_ error: HeadText.Malformed) -> UsageError {
    UsageError("--headers: line \(error.line): \(error.cause.message)")
  }

  /// Judges every entry of some logs, each as of its receipt unless `--at` is given.
  func judgeHAR(_ sources: [InputSource]) throws(UsageError) {
    let at = options.inspect.at
    let judgesForeign = settings.profile == .urlcache
    let log = options.inspect.otherLog.map { _ in OtherLog() }
    if let log, let other = options.inspect.otherLog {
      try readHAR(other, "--against-har") { chunk in
        chunk.forEachEntry(now: now, judgesForeign: judgesForeign) {
          if case .subject(let subject, _) = $0 { log.add(subject, at: at) }
        }
      }
    }
    for source in sources {
      try readHAR(source, "--har") { chunk in
        guard let log else {
          return judge.judge(chunk, tellsParty: true, now: now, at: at, file: source.path)
        }
        let pairs = PairedChunk(chunk, log, now: now, judgesForeign: judgesForeign)
        judge.judge(pairs, tellsParty: true, now: now, at: at, file: source.path)
      }
    }
    if !global.isQuiet, let other = options.inspect.otherLog,
      let remark = log?.remark(other.path ?? "standard input")
    {
      terminal.say("httpcache: \(Escaping.escaped(remark))")
    }
    if let log, log.isUnused { judge.reportNoComparison() }
  }

  /// Reads a log, and warns of entries that can't be judged.
  private func readHAR(
    _ source: InputSource, _ option: String, _ visit: (HARChunk) -> Void
  ) throws(UsageError) {
    let input = try InputStream(source)
    let log = GzipInput(input)
    do throws(JSONFault) {
      try HARLog.forEachChunk(log.fill) { chunk in
        visit(chunk)
        return !Interruption.outputIsClosed
      }
    } catch {
      judge.endRecording()
      throw log.damage(option) ?? input.usage(error, option: option)
    }
    warn(of: judge.endRecording(), HARSkip.allCases.map(\.rawValue), in: input.name)
  }

  /// Judges every line of a text of JSON Lines, each as of its receipt unless `--at` is given.
  func judgeLines(_ source: InputSource) throws(UsageError) {
    let input = try InputStream(source)
    let log = GzipInput(input)
    let isWhole = LineLog.forEachChunk(log.fill) { chunk in
      judge.judge(
        chunk, tellsParty: options.narrowing.isFirstParty, now: now, at: options.inspect.at, file: source.path
      )
      return !Interruption.outputIsClosed
    }
    warn(of: judge.endRecording(), HARSkip.allCases.map(\.rawValue), in: input.name)
    guard !isWhole else { return }
    throw log.damage("--jsonl") ?? input.failure
  }

  /// Adds the summary that another run wrote.
  func addSummary(_ source: InputSource) throws(UsageError) {
    judge.add(try source.json(of: "--merge-summaries", SummaryJSON.read))
  }

  /// Warns how many entries of a recording were skipped, for each kind of entry.
  private func warn(of skipped: [String: Int], _ kinds: [String], in name: String) {
    guard !global.isQuiet else { return }
    for kind in kinds {
      guard let count = skipped[kind] else { continue }
      terminal.warning("\(name): skipped \(count) \(count == 1 ? "entry" : "entries") \(kind)")
    }
  }

  /// Judges every entry of a database of URLCache by both profiles, each as of its receipt unless `--at` is given.
  func judgeCacheDB(_ path: String) throws(UsageError) {
    let at = options.inspect.at
    do throws(CacheDBError) {
      let database = try CacheDatabase(path: path, temporaryDirectory: temporaryDirectory)
      try database.forEachRow { row in
        switch row.outcome(now: now) {
        case .success(let subject):
          for profile in StorageProfile.allCases where subject.request.target.isHTTP || profile == .urlcache {
            judge.judge(
              subject, now: at?.instant(for: subject.stored) ?? subject.stored.receivedAt, profile: profile,
              file: path)
          }
        case .failure(let skipped): judge.skip(skipped)
        }
        return !Interruption.outputIsClosed
      }
    } catch {
      let message = "\(path): \(error.message)"
      guard error.isReadFailure else { throw UsageError("--cache-db: \(message)", hint: error.hint) }
      judge.fail(
        SubjectFailure(origin: .cacheDB, subject: path, message: message), hint: error.hint,
        code: .cacheFailed)
    }
    warn(of: judge.endRecording(), CacheDBSkip.allCases.map(\.rawValue), in: path)
  }
}

extension CacheDBError {
  /// Whether a cache can't be read; false if the file can't be opened or is not a cache, which is a usage error.
  fileprivate var isReadFailure: Bool {
    switch self {
    case .unreadable, .notDatabase, .foreign, .runsCode: false
    case .damaged, .locked, .notCopied, .failed: true
    }
  }

  fileprivate var message: String {
    switch self {
    case .unreadable(let code): String(cString: strerror(code))
    case .notDatabase: "it is not a SQLite database"
    case .foreign: "it is a database, but not one of URLCache: there is no table cfurl_cache_response"
    case .runsCode:
      "its schema holds a view, a trigger, a virtual table or a generated column, as URLCache's never does"
    case .damaged: "the database is damaged"
    case .locked: "another program kept it locked"
    case .notCopied(let code):
      "it can be read in a copy only, and that can't be made: \(String(cString: strerror(code)))"
    case .failed(let message): message
    }
  }

  fileprivate var hint: String? {
    switch self {
    case .notDatabase, .foreign, .runsCode:
      "~/Library/Caches/BUNDLE-ID/Cache.db; URLCache makes none for a capacity below 5 MiB"
    case .notCopied: "$TMPDIR names another place for it"
    case .unreadable, .damaged, .locked, .failed: nil
    }
  }
}
