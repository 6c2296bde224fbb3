extension Finding.Code {
  static let missingFileAnswered = Self(
    "missing-file-answered", .warning, "RFC 9110 §15.5.5",
    "a file that does not exist is answered as if it did")
}

/// Asks for a version of a file that does not exist: after a deployment, caches ask so for what is gone.
enum MissingProbe: ProbeScript {
  static let codes: [Finding.Code] = [.missingFileAnswered]

  static func run(_ talk: inout ProbeTalk) throws(ProbeStop) {
    guard let other = URLVersion.path(talk.target, withVersion: digits(talk)) else {
      throw .skipped("the path names no version")
    }
    let target = try talk.read(talk.target.origin + other)
    let request = talk.request(target: target)
    let answer = try talk.ask("another version", request)
    guard (200..<300).contains(answer.status) else { return }
    let lifetime = FreshnessLifetime(answer.head, receivedAt: answer.receivedAt, role: .private).seconds ?? 0
    let isKept =
      talk.mayStore(answer, request, .private) && !answer.head.cacheControl.isUnqualified("no-cache")
      && lifetime > 0
    let type = answer.head.fields.first("Content-Type")
    let isPage = TypeFindings.contradicted(target, answer.head) != nil
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

  /// Digits and letters as a version has them.
  private static func digits(_ talk: ProbeTalk) -> [UInt8] {
    (20...22).flatMap { talk.name($0).utf8.dropFirst(ProbeTalk.namePrefix.utf8.count) }
  }
}
