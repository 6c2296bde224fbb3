extension Finding.Code {
  static let pathSuffixIgnored = Self(
    "path-suffix-ignored", .warning, "RFC 9111 §7.3",
    "a page is sent under the name of a made-up file behind it",
    shown: .observed(
      ["> GET /account/made-up.css", "HTTP/1.1 200 OK", "Content-Type: text/html"],
      consequence: "A cache that goes by names takes the page for a style sheet, and keeps it.",
      write: "Answer 404 for paths behind a page; Apache: `AcceptPathInfo Off`."))
  static let pathSuffixStored = Self(
    "path-suffix-stored", .error, "RFC 9111 §7.3",
    "a cache keeps one user's page under the name of a made-up file, and gives it to others",
    shown: .observed(
      [
        "> GET /account/made-up.css", "> Cookie: session=A", "HTTP/1.1 200 OK",
        "> GET /account/made-up.css", "HTTP/1.1 200 OK", "X-Cache: HIT", "(the content of session A)",
      ],
      consequence: "Who sends a user such a link can read that user's page afterwards.",
      write: "Answer 404 for paths behind a page; Apache: `AcceptPathInfo Off`. Purge what the cache has."))
}

/// Asks for the path with the name of a made-up static file appended.
struct SuffixProbe: ProbeScript {
  static let codes: [Finding.Code] = [.pathSuffixIgnored, .pathSuffixStored]

  static let usualRequests = 2

  var talk: ProbeTalk

  mutating func run() throws(ProbeStop) {
    guard try talk.isIsolated() else { return }
    let isPersonal = !talk.settings.identities.isEmpty
    let user = isPersonal ? 0 : nil
    let page =
      isPersonal
      ? try talk.ask("as the first user", talk.request(as: user)) : try talk.wholePlain()
    guard page.status == 200 else { throw .failed("as the first user: the answer is \(page.status)") }
    let target = try suffixed()
    let request = talk.request(as: user, target: target)
    let answer = try talk.ask("with a made-up file", request)
    guard answer.status == 200, answer.hasSameContent(as: page) == true else { return }
    if isPersonal {
      let ownless = try talk.plain()
      let nobody = try talk.ask(
        "with a made-up file, without credentials", talk.request(as: nil, target: target))
      if nobody.status == 200, nobody.hasSameContent(as: answer) == true,
        ownless.hasSameContent(as: answer) != true
      {
        return talk.findings.add(
          .pathSuffixStored, field: nobody.edge.field, value: nobody.edge.value,
          "`\(target.path)` gave one user's page, and then gave the same page to a request without credentials: a cache on"
            + " the way keeps it because of its name, and anyone who sends a user such a link can read it.",
          advice: advice)
      }
    }
    let isShared = talk.mayStore(answer, request, .shared)
    talk.findings.add(
      .pathSuffixIgnored, severity: isShared ? nil : .info,
      "`\(target.path)` gives the page itself: a cache that goes by names of files takes it for a style sheet and keeps it"
        + (isShared ? "." : ", although nothing in the answer lets it."),
      advice: advice)
  }

  private var advice: String {
    "Answer 404 for paths behind a page; \(ServerRemedy.quoted(.noPathInfo, to: talk.subject.stored.head))."
  }

  private func suffixed() throws(ProbeStop) -> TargetURI {
    let path = talk.target.path
    let query = (talk.target.query.map { "?\($0)&" } ?? "?") + ProbeTalk.parameter(talk.ownName("file"))
    return try talk.read(
      talk.target.origin + path + (path.hasSuffix("/") ? "" : "/") + talk.name("file") + ".css" + query)
  }
}
