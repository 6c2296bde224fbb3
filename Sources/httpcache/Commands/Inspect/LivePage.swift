import HTTPCacheCore

/// One URL of `inspect --live` until it is reported, with the assets that its page loads.
final class LivePage {
  /// The responses for one URL, and the probes and repetitions after the last of them.
  struct Result {
    let fetch: FetchResult
    /// The content of the final response; nil if it is not compared.
    let content: ObservedContent?
    /// The time of the final response, taken before the probes, so that their duration does not make it older.
    let at = Machine.now()
    var probes: [ProbeReport] = []
    var repetition: Repetition?

    /// The final response; nil if there is none.
    ///
    /// A response that arrived whole is one, even if its digest is wrong.
    var final: Served? {
      fetch.error == nil || fetch.error?.wrongDigest != nil
        ? fetch.served.flatMap { $0.isFollowed ? nil : $0 } : nil
    }
  }

  /// A page or an asset: its request, and the result.
  final class PageRequest {
    let target: TargetURI
    /// The use that the page makes of it; nil for the page itself.
    let role: AssetReference.Role?
    var result: Result?
    /// The URL in the other deployment; nil if none is asked.
    var otherTarget: TargetURI?
    /// The result of the other deployment; nil if none is asked, or it is not there yet.
    var other: Result?
    /// The comparison of both contents; nil if they are not compared, or not there yet.
    var contents: ContentPair?
    /// Finds the assets that the answer loads; nil if none are looked for, or they are requested already.
    var reader: AssetReader?

    init(_ target: TargetURI, role: AssetReference.Role?) { (self.target, self.role) = (target, role) }

    /// Whether every result that was asked for is there.
    fileprivate var isFinished: Bool {
      result != nil && (otherTarget == nil || other != nil) && contents?.isUnsettled != true
    }
  }

  /// The page, then its assets: first the assets that the page names, then the assets that its style sheets and
  /// manifest name.
  private(set) var pageRequests: [PageRequest]
  private var assets: PageAssets?

  /// The address of the server that is asked; nil if libcurl looks it up.
  let address: String?

  init(_ target: TargetURI, at address: String? = nil) {
    pageRequests = [PageRequest(target, role: nil)]
    self.address = address
  }

  var first: PageRequest { pageRequests[0] }

  /// What the URLs of the page's assets show together; known once all are found.
  private(set) lazy var neighbours = URLNeighbours(pageRequests.map(\.target))

  /// Whether every result of the page and its assets is there.
  var isFinished: Bool { pageRequests.allSatisfy(\.isFinished) }

  /// The message on stderr about its assets; nil for none.
  var remark: String? { assets?.remark }

  /// The counts of its assets; nil if no assets are asked for.
  var count: AssetCount? { assets?.count }

  /// Why the page itself can't be read; nil if it can.
  private(set) var problem: String?

  /// Adds the assets that are named by the answers since the last call; returns the ones to request now.
  ///
  /// `page` is the URL that answered. `known` has the assets that were judged with an earlier page.
  func addFound(of page: TargetURI, _ scope: AssetScope, _ known: inout Set<Int>) -> [PageRequest] {
    var assets = assets ?? PageAssets(page, asksEveryOrigin: scope == .all)
    defer { self.assets = assets }
    var added: [PageRequest] = []
    for pageRequest in pageRequests {
      guard let reader = pageRequest.reader else { continue }
      if pageRequest.role == nil { problem = reader.problem }
      for reference in reader.found where assets.accepts(reference.target, &known) {
        added.append(PageRequest(reference.target, role: reference.role))
      }
      assets.leaveOut(reader.others)
      pageRequest.reader = nil
    }
    pageRequests += added
    return added
  }
}
