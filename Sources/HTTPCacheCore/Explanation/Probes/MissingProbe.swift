extension Finding.Code {
  static let missingFileAnswered = Self(
    "missing-file-answered", .warning, "RFC 9110 §15.5.5",
    "a file that does not exist is answered as if it did")
}

/// Asks for a version of a file that does not exist: after a deployment, caches ask so for what is gone.
enum MissingProbe: ProbeScript {
  static let codes: [Finding.Code] = [.missingFileAnswered]

  static func run(_ talk: inout ProbeTalk) throws(ProbeStop) {
    let (target, answer) = try ask("another version", 20, talk)
    guard answer.status < 300 else { return }
    let request = talk.request(target: target)
    let isPage = TypeFindings.contradicted(target, answer.head) != nil
    // Of a made-up version there may be one by chance; and what is named by ids has content of its own for each.
    let control = try ask("a third version", 24, talk).answer
    guard control.status < 300 else { return }
    guard isPage || control.hasSameContent(as: answer) == true else {
      throw .skipped("each made-up name has content of its own, so it is an id and no version")
    }
    let lifetime = FreshnessLifetime(answer.head, receivedAt: answer.receivedAt, role: .private).seconds ?? 0
    let isKept =
      talk.mayStore(answer, request, .private) && !answer.head.cacheControl.isUnqualified("no-cache")
      && lifetime > 0
    let type = answer.head.fields.first("Content-Type")
    talk.find(
      .missingFileAnswered, severity: isKept || isPage ? .error : nil, field: isPage ? "Content-Type" : nil,
      value: isPage ? type : nil,
      "`\(target.path)`, a version that does not exist, was answered \(answer.status)"
        + (type.map { " (\($0.asCode))" } ?? "")
        + (isKept
          ? ", fresh for \(formatDuration(lifetime)): a browser or CDN that asks for a file which is not there yet, or no longer,"
            + " keeps the wrong content under its name that long."
          : ": a browser that asks for a file which is not there gets something else."),
      advice: "Answer 404 for files that do not exist; nginx: `location /assets/ { try_files $uri =404; }`.")
  }

  /// Asks for a made-up version: it is there, or it is not; a login or a failure says neither.
  private static func ask(
    _ label: String, _ number: Int, _ talk: ProbeTalk
  ) throws(ProbeStop) -> (target: TargetURI, answer: ProbeAnswer) {
    let digits = (number...number + 2).flatMap {
      talk.name($0).utf8.dropFirst(ProbeTalk.namePrefix.utf8.count)
    }
    guard let other = URLVersion.path(talk.target, withVersion: digits) else {
      throw .skipped("the path names no version")
    }
    let target = try talk.read(talk.target.origin + other)
    // Object stores answer 403 for what does not exist.
    let statuses = Set(200..<300).union([400, 403, 404, 410, 414])
    return (target, try talk.ask(label, talk.request(target: target), expecting: statuses))
  }
}
