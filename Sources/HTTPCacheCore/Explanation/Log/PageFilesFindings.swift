extension Finding.Code {
  static let pageOutlivesItsFiles = Self(
    "page-outlives-its-files", .warning, "RFC 9111 §4.2",
    "a browser uses a page without asking, and the page names files that the next deployment takes away",
    shown: .observed(
      [
        "> GET /", "HTTP/1.1 200 OK", "Cache-Control: max-age=3600", "<script src=\"/app.3f9a1b2c.js\">",
      ],
      consequence:
        "Once a deployment takes these files away, a browser that has the page, but not all of them, asks in vain.",
      write:
        "Send `Cache-Control: no-cache` with pages, or keep the files of earlier deployments. A tab that stays open or goes"
        + " back does not ask for the page, even with `no-cache` (measured with Chromium 156, Firefox 153 and WebKitGTK"
        + " 2.50.6): only kept files help there."),
    harm: .incident,
    supersedes: [.lifetimeLongForUnversionedHTML, .lifetimeIsAGuess])
}

/// The files of its own site that a page names by their content, in the path: with the next deployment they are gone.
///
/// A release such as `jquery-3.7.1.js` is no such name: it stays for as long as the library is used.
package struct PageFiles: Sendable, Hashable {
  /// How many there are.
  let count: Int

  /// The paths of the first few, in their order.
  let first: [String]

  /// How many paths are told.
  private static let mostTold = 4

  /// Nil if the page names no such file; `neighbours` is what other URLs show of the names.
  package init?(of page: TargetURI, loading files: some Sequence<TargetURI>, _ neighbours: URLNeighbours?) {
    let site = Site(host: page.host)
    var paths: [String] = []
    var seen: Set<String> = []
    for file in files where site.contains(host: file.host) && seen.insert(file.absolute).inserted {
      var named = NamedFile(named: file)
      named.neighbours = neighbours
      guard let form = URLNaming(file, of: named).version?.form, form == .hash || form == .directory else {
        continue
      }
      paths.append(file.path)
    }
    guard !paths.isEmpty else { return nil }
    (count, first) = (paths.count, Array(paths.prefix(Self.mostTold)))
  }

  /// The number and the first paths, in a sentence.
  var words: String {
    let rest = count - first.count
    let names =
      rest > 0
      ? first.map(\.asCode).joined(separator: ", ") + " and \(rest) more" : first.map(\.asCode).asList
    return "\(count == 1 ? "1 file by its" : "\(count) files by their") content (\(names))"
  }
}

/// Finds pages that stay in use longer than the files that they name.
enum PageFilesFindings: FindingFamily {
  static let codes: [Finding.Code] = [.pageOutlivesItsFiles]

  /// A page that is used unasked for no longer than this, in seconds, is no matter; one for longer than the second is a warning.
  private static let (least, long): (Seconds, Seconds) = (60, 600)

  /// Whether what a page names can matter, as far as its head tells: only then is its body worth reading.
  static func matter(to head: ResponseHead, receivedAt: Instant) -> Bool {
    let control = head.cacheControl
    let lifetime = FreshnessLifetime(head, receivedAt: receivedAt, role: .private)
    return !control.contains("no-store") && head.unaskedSpan(lifetime, under: control, role: .private) > least
  }

  static func command(finding code: Finding.Code) -> String? { "inspect --live" }

  static func find(in facts: Facts) -> [Finding] {
    guard let files = facts.context.shown.files, facts.head.status == 200, facts.request.method == "GET",
      facts.kind == .page, facts.naming == .notByContent
    else { return [] }
    // What only an edge keeps, its owner can purge.
    let lifetime = facts.lifetime(.private)
    let span = facts.head.unaskedSpan(lifetime, under: facts.head.cacheControl, role: .private)
    guard span > least, facts.storage(Settings(role: .private)).isStorable else { return [] }
    return [
      Finding(
        .pageOutlivesItsFiles, severity: span > long ? .warning : .info, field: facts.control.fieldName,
        value: facts.controlValue,
        "\(Self.use(of: lifetime, span)), and it names"
          + " \(files.words): once a deployment takes these away, a browser that has the page, but not all of them, asks in vain."
          + facts.edgeSentence,
        line: AdvisedLine(
          ControlEdit(reuse: LifetimeAdvice.confirmed(facts)),
          after: ", or keep the files of the deployment before for as long as that."))
    ]
  }

  /// For how long browsers use the page; Chromium does not use a stale one, and Firefox guesses no more than a week.
  private static func use(of lifetime: FreshnessLifetime, _ span: Seconds) -> String {
    let fresh = lifetime.seconds ?? 0
    let week: Seconds = 604_800
    if fresh <= 0 {
      return
        "Firefox and WebKit, though not Chromium, show the copy of a visit that was at most \(formatDuration(span)) ago"
        + " once more"
    }
    let guess =
      lifetime.source == .heuristic
      ? "No lifetime was sent, and browsers guess one: they use" : "A browser uses"
    let cap = lifetime.source == .heuristic && fresh > week ? " (Firefox for 7 days at most)" : ""
    let grace =
      span > fresh ? ", and Firefox and WebKit show it once more for \(formatDuration(span - fresh))" : ""
    return "\(guess) this page for \(formatDuration(fresh)) without asking\(cap)\(grace)"
  }
}
