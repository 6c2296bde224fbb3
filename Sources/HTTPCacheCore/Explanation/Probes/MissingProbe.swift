extension Finding.Code {
  static let missingFileAnswered = Self(
    "missing-file-answered", .warning, "RFC 9110 §15.5.5",
    "a file that does not exist is answered as if it did",
    shown: .observed(
      [
        "> GET /app.00000000.js", "HTTP/1.1 200 OK", "Content-Type: text/html", "Cache-Control: max-age=600",
      ],
      consequence:
        "Who asks for a file that is not there yet, or no longer, keeps the wrong content under its name.",
      write: "Answer 404 for files that do not exist; nginx: `location /assets/ { try_files $uri =404; }`."))
  static let missingAnswerLongLived = Self(
    "missing-answer-long-lived", .warning, "RFC 9111 §4.2",
    "the answer that a file does not exist is kept for long, also once the file is there",
    shown: .observed(
      ["> GET /app.00000000.js", "HTTP/1.1 404 Not Found", "Cache-Control: max-age=31536000"],
      consequence: "Who asks for a file before it is deployed gets no file for as long afterwards.",
      write: "Send the long lifetime with files only, and `Cache-Control: no-cache` with 404."))
}

/// Asks for a version of a file that does not exist, as caches ask for old versions after a deployment.
struct MissingProbe: ProbeScript {
  static let codes: [Finding.Code] = [.missingFileAnswered, .missingAnswerLongLived]

  static let usualRequests = 2

  var talk: ProbeTalk

  mutating func run() throws(ProbeStop) {
    let (target, answer) = try ask("another version")
    guard answer.status < 300 else { return try judgeMissing(target, answer) }
    let request = talk.request(target: target)
    let isPage = TypeFindings.contradicted(target, answer.head) != nil
    // A made-up version may exist by chance, and a URL with an ID has different content for each ID: ask for a
    // control.
    let control = try ask("a third version").answer
    guard control.status < 300 else { return }
    guard isPage || control.hasSameContent(as: answer) == true else {
      throw .skipped("each made-up name has content of its own, so it is an id and no version")
    }
    let lifetime = answer.lifetime(.private).seconds ?? 0
    let isKept =
      talk.mayStore(answer, request, .private) && !answer.head.cacheControl.isUnqualified("no-cache")
      && lifetime > 0
    let type = answer.head.fields.first("Content-Type")
    talk.findings.add(
      .missingFileAnswered, severity: isKept || isPage ? .error : nil, field: isPage ? "Content-Type" : nil,
      value: isPage ? type : nil,
      "`\(target.path)`, a version that does not exist, was answered \(answer.status)"
        + (type.map { " (\($0.asCode))" } ?? "")
        + (isKept
          ? ", fresh for \(formatDuration(lifetime)): a browser or CDN that asks for a file which is not there yet, or no longer,"
            + " keeps the wrong content under its name that long."
          : ": a browser that asks for a file which is not there gets something else."),
      advice: "Answer 404 for files that do not exist;"
        + " \(ServerRemedy.quoted(.missingFile, to: talk.subject.stored.head)), where your files are.")
  }

  /// The lifetime in seconds above which a response for a missing file outlives most deployments.
  private let longestAbsence: Seconds = 3600

  /// Finds a response for a missing file that caches keep for long: clients would not get the file after its
  /// deployment.
  private mutating func judgeMissing(_ target: TargetURI, _ answer: ProbeResponse) throws(ProbeStop) {
    let request = talk.request(target: target)
    let kept = [CacheRole.private, .shared].compactMap {
      role -> (name: String, seconds: Seconds, isGuess: Bool)? in
      let (control, lifetime) = (answer.head.cacheControl(for: role), answer.lifetime(role))
      guard talk.mayStore(answer, request, role), !control.isUnqualified("no-cache"),
        let seconds = lifetime.seconds
      else { return nil }
      return (control.fieldName, seconds, lifetime.source == .heuristic)
    }
    let said = kept.filter { !$0.isGuess }
    guard let longest = said.max(by: { $0.seconds < $1.seconds }), longest.seconds > longestAbsence else {
      keptByEdge(target, answer, hasLifetime: !said.isEmpty)
      if let guess = kept.first(where: \.isGuess) { keptByGuess(target, answer, guess.seconds) }
      return
    }
    let again = try talk.ask("the same version again", request, turn: .again()).edge
    talk.findings.add(
      .missingAnswerLongLived, field: longest.name, value: answer.head.fields.combined(longest.name),
      "`\(target.path)`, a version that does not exist, was answered \(answer.status), fresh for"
        + " \(formatDuration(longest.seconds))"
        + (again.isFromStore
          ? ", and a cache on the way already gives it from its store\(again.inBrackets)" : "")
        + ": who asks for a file before it is deployed gets no file that long afterwards.",
      advice:
        "Send the long lifetime with files only, and `Cache-Control: no-cache` with \(answer.status); nginx:"
        + " `add_header Cache-Control …` without `always`.")
  }

  /// Finds a 404 that has a Last-Modified and no lifetime.
  ///
  /// The date is usually that of the file that holds the text of the 404. Few caches guess how long they may keep an error; those
  /// that guess use this date.
  private mutating func keptByGuess(_ target: TargetURI, _ answer: ProbeResponse, _ seconds: Seconds) {
    guard seconds > longestAbsence, talk.findings.isEmpty else { return }
    talk.findings.add(
      .missingAnswerLongLived, severity: .info, field: "Last-Modified", value: answer.modified,
      "`\(target.path)`, a version that does not exist, was answered \(answer.status) without a lifetime, but with a"
        + " Last-Modified, by which a cache may guess one: a tenth of the time since then is \(formatDuration(seconds)). Who"
        + " asks such a cache for a file before it is deployed gets no file that long afterwards.",
      advice: "Send `Cache-Control: no-cache` with \(answer.status), or no Last-Modified.")
  }

  /// Finds a 404 without a lifetime that the cache on the way is known to keep for minutes all the same.
  private mutating func keptByEdge(_ target: TargetURI, _ answer: ProbeResponse, hasLifetime: Bool) {
    let edge = answer.edge
    guard answer.status == 404, !hasLifetime, edge.state != .unknown, edge.state != .bypass,
      let product = edge.product, let seconds = product.absenceKept,
      talk.mayStore(answer, talk.request(target: target), .shared),
      !answer.head.cacheControl(for: .shared).isUnqualified("no-cache")
    else { return }
    talk.findings.add(
      .missingAnswerLongLived, severity: .info, field: edge.field, value: edge.value,
      "`\(target.path)`, a version that does not exist, was answered 404 without a lifetime, and \(product.name) keeps such"
        + " an answer for \(formatDuration(seconds)): who asks for a file before it is deployed makes it missing for all that"
        + " long.",
      advice: "Deploy files before the pages that name them, or send `Cache-Control: no-store` with 404.")
  }

  /// Asks for a made-up version; a response that shows neither that it exists nor that it is missing, such as a
  /// login, fails the probe.
  private func ask(_ label: String) throws(ProbeStop) -> (target: TargetURI, answer: ProbeResponse) {
    // A version may be longer than a name.
    let digits = (0..<3).flatMap {
      talk.name(label, $0).utf8.dropFirst(ProbeTalk.namePrefix.utf8.count)
    }
    let file = NamedFile(named: talk.target)
    guard let other = URLVersion.path(talk.target, of: file, withVersion: digits) else {
      throw .skipped("the path names no version")
    }
    let target = try talk.read(talk.target.origin + other)
    // Object stores answer 403 for a missing object.
    let statuses = Set(200..<300).union([400, 403, 404, 410, 414])
    return (target, try talk.ask(label, talk.request(target: target), expecting: statuses))
  }
}
