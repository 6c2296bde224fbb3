/// Finds the page whose loading was recorded, where the recording names none.
enum RecordedPage {
  /// The first document that the browser navigated to; else the page that most requests say they are from; else the first
  /// URL that is not said to be of another site; nil if the requests say nothing.
  static func found(in entries: [HAREntry]) -> TargetURI? {
    let visited = entries.filter { !$0.isOfRecorder }
    guard visited.count < entries.count, let first = visited.lazy.compactMap(\.target).first else {
      return page(in: entries)
    }
    return page(in: visited) ?? first
  }

  /// Whether a URL is one that a recording proxy answers itself, such as the page with its certificate: no site was visited.
  static func isOfRecorder(_ target: TargetURI) -> Bool { recorders.contains(target.host) }

  /// The names that mitmproxy, Burp, Charles, Fiddler, Proxyman and Requestly answer, as each documents them.
  private static let recorders: Set = [
    "mitm.it", "burp", "burpsuite", "chls.pro", "charlesproxy.local", "ipv4.fiddler", "ipv6.fiddler",
    "proxy.man",
    "cert.proxyman.io",
  ]

  private static func page(in entries: [HAREntry]) -> TargetURI? {
    if let document = entries.lazy.compactMap(\.page).first { return document }
    var votes: [String: (count: Int, page: TargetURI)] = [:]
    var hosts: [String] = []
    for page in entries.lazy.compactMap(\.initiator) {
      if votes[page.host] == nil { hosts.append(page.host) }
      votes[page.host, default: (0, page)].count += 1
    }
    // Of equal ones the first in the recording.
    let most = votes.values.lazy.map(\.count).max()
    if let host = hosts.first(where: { votes[$0]?.count == most }) { return votes[host]?.page }
    guard entries.contains(where: { $0.fetchSite == "cross-site" }) else { return nil }
    return entries.lazy.filter { $0.fetchSite != "cross-site" }.compactMap(\.target).first
  }

  /// Notes for each page the files that it names: in its body, and by what it loads, as Referer tells (RFC 9110 §10.1.3) or the
  /// page of the log whose first document it is.
  static func findFiles(in entries: inout [HAREntry], _ neighbours: URLNeighbours?) {
    var pages: [(index: Int, url: TargetURI, files: [TargetURI])] = []
    var (byURL, byName) = ([String: Int](), [String: Int]())
    for (index, entry) in entries.enumerated() {
      if let url = entry.page {
        if !entry.pageName.isEmpty, byName[entry.pageName] == nil { byName[entry.pageName] = pages.count }
        byURL[url.absolute] = pages.count
        pages.append((index, url, entry.named))
      } else if let file = entry.target {
        let referrer = entry.requestFields.first("Referer").flatMap { byURL[$0] }
        if let page = referrer ?? byName[entry.pageName] { pages[page].files.append(file) }
      }
    }
    for page in pages {
      entries[page.index].shown.files = PageFiles(of: page.url, loading: page.files, neighbours)
    }
  }
}

extension HAREntry {
  /// The URL, if it is one of http or https.
  fileprivate var target: TargetURI? { try? TargetURI(recorded: url, allowsForeign: false) }

  /// Whether a recording proxy answered it itself, or its own page asked for it.
  fileprivate var isOfRecorder: Bool {
    (target.map(RecordedPage.isOfRecorder) ?? false) || initiator.map(RecordedPage.isOfRecorder) ?? false
  }

  fileprivate var fetchSite: String? { requestFields.first("Sec-Fetch-Site")?.asciiLowercased }

  /// A URL of the page that the request is from: by Referer (RFC 9110 §10.1.3), Origin (RFC 6454 §7), or, with the URL
  /// itself, by Sec-Fetch-Site; nil if none says it.
  fileprivate var initiator: TargetURI? {
    for name in ["Referer", "Origin"] {
      if let page = requestFields.first(name).flatMap({ try? TargetURI(recorded: $0, allowsForeign: false) })
      {
        return page
      }
    }
    return ["same-origin", "same-site", "none"].contains(fetchSite ?? "") ? target : nil
  }
}
