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
    var final: Served? { fetch.error == nil ? fetch.served.flatMap { $0.isFollowed ? nil : $0 } : nil }
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
    private var reader: AssetReader?
    /// Why no assets can be found in the answer; nil if they can.
    fileprivate var problem: String? { reader?.problem }
    /// The assets that the answer loads, each once, in its order.
    fileprivate var found: [AssetReference] = []
    private var seen: Set<Int> = []
    /// How many more references the answer has, beyond the limit of `found`.
    fileprivate var others = 0

    /// How many assets of a style sheet `found` holds at most.
    private static let mostOfSheet = 1000

    init(_ target: TargetURI, role: AssetReference.Role?) { (self.target, self.role) = (target, role) }

    /// Begins to look for assets in a response; begins again if a retry brings another one.
    func begin(_ served: Served) {
      (found, seen, others) = ([], [], 0)
      reader = AssetReader(served, role: role) { [unowned self] in collect($0) }
    }

    /// Whether every result that was asked for is there.
    fileprivate var isFinished: Bool {
      result != nil && (otherTarget == nil || other != nil) && contents?.isUnsettled != true
    }

    /// Takes the next bytes of the content; nil if no assets are looked for in it.
    var take: ((UnsafeRawBufferPointer) -> Void)? {
      guard let reader, reader.isWanted else { return nil }
      return { reader.take($0) }
    }

    /// Ends the search; `damage` says why the content can't be read, nil if it can.
    func finish(_ damage: String?) { reader?.finish(damage) }

    fileprivate func forget() { (found, seen, others, reader) = ([], [], 0, nil) }

    private func collect(_ reference: AssetReference) {
      let most = role == nil ? AssetCount.mostCounted : Self.mostOfSheet
      guard found.count < most else { return others += 1 }
      if seen.insert(reference.target.normalized.hashValue).inserted { found.append(reference) }
    }
  }

  /// The page, then its assets: first those that the page names, then those that its style sheets and manifest name.
  private(set) var pageRequests: [PageRequest]
  private var assets: PageAssets?
  private var readCount = 0

  /// The address of the server that is asked; nil if libcurl looks it up.
  let address: String?

  init(_ target: TargetURI, at address: String? = nil) {
    pageRequests = [PageRequest(target, role: nil)]
    self.address = address
  }

  var first: PageRequest { pageRequests[0] }

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
    let read = pageRequests[readCount...]
    readCount = pageRequests.count
    var added: [PageRequest] = []
    for pageRequest in read {
      if pageRequest.role == nil { problem = pageRequest.problem }
      for reference in pageRequest.found where assets.accepts(reference.target, &known) {
        added.append(PageRequest(reference.target, role: reference.role))
      }
      assets.leaveOut(pageRequest.others)
      pageRequest.forget()
    }
    pageRequests += added
    return added
  }
}
