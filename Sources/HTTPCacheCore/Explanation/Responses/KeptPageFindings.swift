extension Finding.Code {
  static let edgeKeepsPageOfHashedFiles = Self(
    "edge-keeps-page-of-hashed-files", .info, "RFC 9111 §4",
    "a cache on the way has had a page for more than a day that names files by their content",
    shown: .observed(
      [
        "> GET /", "HTTP/1.1 200 OK", "Cache-Control: max-age=0, s-maxage=31536000", "X-Cache: HIT",
        "Age: 345600",
        "<script src=\"/app.3f9a1b2c.js\">",
      ],
      consequence:
        "Once a deployment takes these files away, the edge goes on to give out a page that asks for them in vain.",
      write:
        "Purge pages at each deployment, or keep the files of earlier ones for as long as the edge keeps pages."
    ))
}

/// Finds a page that an edge has kept for long although it names files that the next deployment takes away.
enum KeptPageFindings: FindingFamily {
  static let codes: [Finding.Code] = [.edgeKeepsPageOfHashedFiles]

  static let asksForChanges = false

  static func command(finding code: Finding.Code) -> String? { "inspect --live" }

  /// What stands for no longer than this, in seconds, is renewed soon enough.
  private static let least: Seconds = 86_400

  /// Whether what a page names can matter, as far as its head tells: only then is its body worth reading.
  static func matter(to head: ResponseHead, _ shared: SharedUse) -> Bool {
    shared.isShown && shared.lifetime > least && head.ageValue > least
  }

  static func find(in facts: Facts) -> [Finding] { finding(facts).listed }

  /// In a shared cache's verdict the lifetime itself is what is found.
  private static func finding(_ facts: Facts) -> Finding? {
    guard let files = facts.context.shown.files, facts.settings.role == .private, facts.head.status == 200,
      facts.request.method == "GET", facts.kind == .page, facts.naming == .notByContent,
      facts.subject.isFromServer, facts.edge.isFromStore, facts.ageValue > least,
      let lifetime = facts.sharedReadings.filter({ $0.storage.isStorable && $0.lifetime.source.isExplicit })
        .compactMap(\.lifetime.seconds).max(), lifetime > least
    else { return nil }
    let left = lifetime - facts.ageValue
    return Finding(
      .edgeKeepsPageOfHashedFiles, field: "Age", value: facts.head.fields.first("Age"),
      "A cache on the way\(facts.edge.inBrackets) has had this page for \(formatDuration(facts.ageValue))"
        + (left > 0 ? " and may keep it for \(formatDuration(left)) more" : "")
        + ", and the page names \(files.words): once a deployment takes these away, visitors get a page without them.",
      advice: "Purge the page at each deployment, or keep the files of earlier ones for as long as that.")
  }
}
