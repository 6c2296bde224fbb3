extension Finding.Code {
  static let redirectCircle = Self(
    "redirect-circle", .error, "RFC 9110 §15.4",
    "redirects lead to a URL again, or browsers go from one in a circle",
    shown: .observed(
      [
        "> GET /dash", "HTTP/1.1 301 Moved Permanently", "Location: /login", "> GET /login",
        "HTTP/1.1 302 Found",
        "Location: /dash", "Set-Cookie: session=…", "> GET /dash", "> Cookie: session=…", "HTTP/1.1 200 OK",
      ],
      consequence: "Chromium answers the second request from its cache, and goes round until it gives up.",
      write: "Send `Cache-Control: no-store` with a redirect that depends on a cookie, or answer 302."),
    harm: .incident,
    supersedes: [.permanentAnswerUnbounded, .redirectLongLifetime, .redirectSetsCookie])
}

/// Finds chains of redirects that go in a circle, for everyone or for who has one of the redirects.
enum RedirectCircleFindings: FindingFamily {
  static let codes: [Finding.Code] = [.redirectCircle]

  static func command(finding code: Finding.Code) -> String? { "inspect --live -L" }

  static func find(in facts: Facts) -> [Finding] {
    if let before = facts.context.redirectedBefore { return [recorded(before)] }
    guard let chain = facts.context.chain else { return [] }
    return (chain.circle == nil ? kept(chain, facts) : closed(chain, facts)).listed
  }

  // MARK: A circle for everyone

  private static func closed(_ chain: RedirectChain, _ facts: Facts) -> Finding? {
    guard chain.place == 0, let circle = chain.circle, let first = chain.circling.first else { return nil }
    let url = first.request.target
    let again = circle.isSame ? "again, with the same cookies" : "for the third time"
    let lost = lost(chain)
    let kept = chain.circling.filter { $0.redirects($0.request) }
    let isOwnKept = circle.start == 0 && kept.contains { $0.request.target == facts.request.target }
    return Finding(
      .redirectCircle, field: "Location", value: facts.head.first(.location),
      "The redirects lead to \(url.absolute.asCode) \(again), and go in a circle:"
        + " \(chain.circling.map(words).asList).\(lost.isEmpty ? "" : " " + lost.joined(separator: " "))",
      advice: lost.isEmpty
        ? "Answer one of these URLs with content, and send `no-store` with redirects that depend on a cookie."
        : "Set the cookie so that it comes back: on the host that needs it, with its path, and over https where it is `Secure`.",
      line: isOwnKept
        ? AdvisedLine(
          ControlEdit(reuse: .never),
          after: lost.isEmpty
            ? ", and answer one of these URLs with content." : ", and set the cookie so that it comes back.")
        : nil)
  }

  /// A redirect of the circle: where it leads, and whether browsers keep it.
  private static func words(_ hop: Subject) -> String {
    let head = hop.stored.head
    let isKept = hop.redirects(hop.request)
    let control = head.fields.combined("Cache-Control").map { " by \("Cache-Control: \($0)".asCode)" } ?? ""
    return
      "\(hop.request.target.path.asCode) (\(head.status), \("Location: \(head.redirectLocation ?? "")".asCode)"
      + (isKept ? ", which browsers keep\(control))" : ")")
  }

  /// The cookies of the circle that its requests do not bring, each as a sentence.
  private static func lost(_ chain: RedirectChain) -> [String] {
    var seen: Set<String> = []
    return chain.circling.flatMap { hop in
      // The next request of the circle that could bring it is the one where the circle begins.
      let target = chain.circling.first?.request.target ?? hop.request.target
      return CookieLoss.all(
        hop.receivedHead ?? hop.stored.head, from: hop.request.target, to: target, now: hop.stored.receivedAt)
    }.filter { seen.insert($0.name).inserted }.map {
      "The cookie \($0.name.asCode) does not come back: \($0.loss.reason)."
    }
  }

  // MARK: A circle for those who have the redirect

  private static func kept(_ chain: RedirectChain, _ facts: Facts) -> Finding? {
    guard let back = chain.comingBack else { return nil }
    return Finding(
      .redirectCircle, directivesOf: facts,
      "\(keepers(facts)), and after"
        + " \(back.redirects == 1 ? "it" : "\(back.redirects) redirects") its chain"
        + " comes back to this URL, which now answers \(back.status): \(consequence)",
      line: AdvisedLine(
        ControlEdit(reuse: .never),
        after: facts.head.isPermanent ? ", or answer 302." : "."))
  }

  private static let consequence =
    "Chromium answers the second request from its cache and goes round until it gives up."

  /// Which browsers keep the redirect, and for how long, as it was measured.
  private static func keepers(_ facts: Facts) -> String {
    let status = facts.head.status
    guard let seconds = facts.lifetime(.private).seconds else {
      return "Chromium keeps this \(status) for good" + (status == 301 ? ", and WebKit for a year" : "")
    }
    let span = formatDuration(seconds)
    switch status {
    case 301: return "Browsers keep this 301 for \(span), Firefox until it is closed at most"
    case 308: return "Chromium keeps this 308 for \(span), and Firefox until it is closed at most"
    default: return "Browsers keep this \(status) for \(span)"
    }
  }

  private static func recorded(_ before: RedirectedBefore) -> Finding {
    Finding(
      .redirectCircle,
      "This URL answered \(before.status) \(formatDuration(before.seconds)) before, which \(before.isKeptByAll ? "browsers" : "Chromium")"
        + " may use again unasked, and now answers with content: \(consequence)",
      advice:
        "Send `Cache-Control: no-store` with that \(before.status)\(before.isPermanent ? ", or answer 302" : "")."
    )
  }
}

/// A redirect of the same URL earlier in a log, by which a browser could have answered the request.
package struct RedirectedBefore: Sendable, Hashable {
  let status: Int

  /// How long before, in seconds.
  let seconds: Seconds

  fileprivate var isPermanent: Bool { status == 301 || status == 308 }

  /// Whether Firefox, which forgets permanent redirects, and WebKit, which keeps no 308, may have it, too.
  fileprivate var isKeptByAll: Bool { !isPermanent }
}

extension CookieLoss {
  /// Why it does not come back, as a clause.
  fileprivate var reason: String {
    switch self {
    case .secureSetOverHTTP(let isThisMachine):
      "it is `Secure` and was set over http" + (isThisMachine ? " (Chromium takes it from this machine)" : "")
    case .secureNotSent: "it is `Secure`, and the URL is asked over http"
    case .sameSiteNone:
      "it has `SameSite=None` without `Secure`, and is not kept here, as in Chromium; some browsers keep it"
    case .otherDomain(let domain): "the host may set none for \("Domain=\(domain)".asCode)"
    case .otherHost(let host): "it is for \(host.asCode) alone"
    case .otherPath(let path): "it is for \("Path=\(path)".asCode)"
    }
  }
}
