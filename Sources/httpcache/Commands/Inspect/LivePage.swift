import HTTPCacheCore

/// One URL of `inspect --live` on its way to the report, with what its page loads.
final class LivePage {
  /// What one URL came to: its answers, and what was asked beside the last of them.
  struct Result {
    let fetch: FetchResult
    /// When its answer was there: what is asked beside it takes time, and does not make it older.
    let at = Clock.now()
    var probes: [ProbeReport] = []
    var repetition: Repetition?
    /// What was read of its body; nil where that is not asked for.
    var content: ObservedContent?
  }

  /// One request, and what it came to.
  final class Slot {
    let target: TargetURI
    /// What its page takes it for; nil for the page itself.
    let role: AssetReference.Role?
    var result: Result?
    /// The same of the other deployment; nil where none is asked, or it is not known yet.
    var other: FetchResult?
    /// What the key of the cache in front of the other deployment has; empty where that is not asked for.
    var otherKey: [KeyRow] = []
    /// What the other deployment is asked for; nil where none is.
    var otherTarget: TargetURI?
    /// What that answer holds; nil where that is not compared.
    var otherContent: ObservedContent?
    /// The content of both; nil where it is not compared, or not known yet.
    var contents: ContentPair?
    /// What its answer holds; nil where that is not asked for.
    private(set) var content: ContentReader?
    private var reader: AssetReader?
    /// Why nothing can be found in it; nil where that is possible.
    fileprivate var problem: String? { reader?.problem }
    /// What it has loaded, each once, in its order.
    fileprivate var found: [AssetReference] = []
    private var seen: Set<Int> = []
    /// How many more it has, which are too many to be held.
    fileprivate var others = 0

    /// The most that is held of what a style sheet has loaded.
    private static let mostOfSheet = 1000

    init(_ target: TargetURI, role: AssetReference.Role?) { (self.target, self.role) = (target, role) }

    /// Begins to read an answer: the first, or that of another try.
    ///
    /// - Parameters:
    ///   - served: its head.
    ///   - findsAssets: whether what it loads is looked for.
    ///   - isHashed: whether its content is compared.
    func read(_ served: Served, findsAssets: Bool, isHashed: Bool) {
      (found, seen, others) = ([], [], 0)
      reader = findsAssets ? AssetReader(served, role: role) { [unowned self] in collect($0) } : nil
      content = ContentReader(served.base, isHashed: isHashed && served.request.method != "HEAD")
    }

    /// Whether all that was asked for is known.
    fileprivate var isKnown: Bool {
      result != nil && (otherTarget == nil || other != nil) && contents?.isUnsettled != true
    }

    /// Takes the next bytes of the body.
    func take(_ bytes: UnsafeRawBufferPointer) {
      let reader = reader.flatMap { $0.isWanted ? $0 : nil }
      content?.take(bytes, reader.map { reader in { reader.take($0) } })
    }

    /// Ends the body.
    func finish() {
      content?.finish()
      reader?.finish(content?.problem)
    }

    /// Lets go of what was read.
    fileprivate func forget() { (found, seen, others, reader) = ([], [], 0, nil) }

    private func collect(_ reference: AssetReference) {
      let most = role == nil ? AssetCount.mostCounted : Self.mostOfSheet
      guard found.count < most else { return others += 1 }
      if seen.insert(reference.target.normalized.hashValue).inserted { found.append(reference) }
    }
  }

  /// The page, then what it loads: first what it names itself, then what that names.
  private(set) var slots: [Slot]
  private var assets: PageAssets?
  private var readCount = 0

  /// The address of the server that is asked; nil where the network chooses it.
  let address: String?

  init(_ target: TargetURI, at address: String? = nil) {
    slots = [Slot(target, role: nil)]
    self.address = address
  }

  /// The page's own slot.
  var first: Slot { slots[0] }

  /// Whether everything that was asked for is known.
  var isKnown: Bool { slots.allSatisfy(\.isKnown) }

  /// What is said on stderr of what it loads; nil where nothing is.
  var remark: String? { assets?.remark }

  /// What it loads, in numbers; nil where that is not asked for.
  var count: AssetCount? { assets?.count }

  /// Why the page itself can't be read; nil where it can.
  private(set) var problem: String?

  /// Adds what the answers that came since the last time have loaded.
  ///
  /// - Parameters:
  ///   - page: the URL that answered.
  ///   - scope: whose assets are judged.
  ///   - known: what was judged with a page before.
  /// - Returns: what is to be asked for now.
  func addFound(of page: TargetURI, _ scope: AssetScope, _ known: inout Set<Int>) -> [Slot] {
    var assets = assets ?? PageAssets(page, asksEveryOrigin: scope == .all)
    defer { self.assets = assets }
    let read = slots[readCount...]
    readCount = slots.count
    var added: [Slot] = []
    for slot in read {
      if slot.role == nil { problem = slot.problem }
      for reference in slot.found where assets.accepts(reference.target) {
        let isNew = known.insert(reference.target.normalized.hashValue).inserted
        assets.note(isKnown: !isNew)
        if isNew { added.append(Slot(reference.target, role: reference.role)) }
      }
      assets.leaveOut(slot.others)
      slot.forget()
    }
    slots += added
    return added
  }
}
