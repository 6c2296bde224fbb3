extension Finding.Code {
  static let oldPageNamesMissingFile = Self(
    "old-page-names-missing-file", .error, "RFC 9110 §15.5.5",
    "a page names a versioned file that is gone, or that was not built with the others",
    shown: .observed(
      [
        "> GET /", "HTTP/1.1 200 OK", "Age: 86400", "X-Cache: HIT", "<script src=\"/app.3f9a1b2c.js\">",
        "> GET /app.3f9a1b2c.js", "HTTP/1.1 404 Not Found",
      ],
      consequence:
        "A page that is older than the deployment is still given out, and breaks without its files.",
      write:
        "Purge the page, and keep the files of the deployment before for as long as caches may keep its pages."
    ),
    harm: .incident,
    supersedes: [.answeredWithError])
}

/// The page that loads a file.
package struct NamingPage: Sendable {
  private let url: String
  private let age: Seconds
  private let edge: EdgeReport.State

  /// The directory of the built site, if it lacks the file; nil if it has the file, or is not known.
  package var lacking: String?

  /// Describes a page by the answer to it, judged as of `now`.
  package init(_ page: Subject, now: Instant, lacking: String? = nil) {
    url = page.urlText
    age = Freshness(page.stored, now: now, settings: Settings()).age
    edge = EdgeReport(page.stored.head).state
    self.lacking = lacking
  }

  /// The page in words, with its age and the report of its cache.
  var words: String {
    let edge = edge == .unknown ? "" : ", edge \(edge.rawValue)"
    return "\(url) (age \(formatDuration(age))\(edge))"
  }
}

/// Finds files that a page names and the deployment no longer has.
enum OldPageFindings: FindingFamily {
  static let codes: [Finding.Code] = [.oldPageNamesMissingFile]

  static let asksForChanges = false

  static func command(finding code: Finding.Code) -> String? { "inspect --live --assets" }

  static func find(in facts: Facts) -> [Finding] {
    let (status, target) = (facts.head.status, facts.request.target)
    guard let page = facts.context.page,
      URLNaming(target, of: NamedFile(named: target)).version != nil
    else { return [] }
    let fact: String
    if status == 404 || status == 410 {
      fact = "is answered with \(status)"
    } else if let lacking = page.lacking, (200...299).contains(status) {
      fact = "is not in \(lacking), so that it comes from a cache or a deployment before"
    } else {
      return []
    }
    return [
      Finding(
        .oldPageNamesMissingFile,
        "The page \(page.words) loads this versioned file, which \(fact): a page that is older than the deployment, and"
          + " still given out, breaks when its files go.",
        advice:
          "Purge the page, and keep the files of the deployment before for as long as caches may keep its pages."
      )
    ]
  }
}
