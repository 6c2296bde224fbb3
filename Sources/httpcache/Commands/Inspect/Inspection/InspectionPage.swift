import HTTPCacheCore

/// One URL of a run until it is reported, with the assets that its page loads.
struct InspectionPage: Sendable {
  /// What is known of one request.
  enum Reply: Sendable {
    /// It is not asked.
    case unasked
    case awaited
    /// The answer is there, its probes are under way.
    case probing(LiveAnswer)
    case complete(LiveAnswer)

    var answer: LiveAnswer? { if case .complete(let answer) = self { answer } else { nil } }

    /// Takes what the document of the answer loads out of it; nil if it is not looked for, or was taken before.
    fileprivate mutating func takeAssets() -> FoundAssets? {
      guard case .complete(var answer) = self, let found = answer.assets.take() else { return nil }
      self = .complete(answer)
      return found
    }

    fileprivate var isAwaited: Bool {
      switch self {
      case .awaited, .probing: true
      case .unasked, .complete: false
      }
    }
  }

  /// A page or an asset, with the answers to the requests for it.
  struct Part: Sendable {
    let named: NamedTarget
    var target: TargetURI { named.target }
    /// The use that the page makes of it; nil for the page itself.
    let role: AssetReference.Role?
    /// The URL in the other deployment; nil if that is not asked.
    let otherTarget: TargetURI?
    /// The address of the server that is asked; nil if libcurl looks it up.
    let address: String?
    /// The answer of the deployment that is judged.
    var here = Reply.awaited
    /// The answer of the other deployment.
    var there: Reply
    /// The comparison of both contents; nil if they are not compared, or not there yet.
    var contents: ContentPair?

    fileprivate init(_ named: NamedTarget, role: AssetReference.Role?, other: TargetURI?, address: String?) {
      (self.named, self.role, self.otherTarget, self.address) = (named, role, other, address)
      there = other == nil ? .unasked : .awaited
    }

    fileprivate var isComplete: Bool {
      !here.isAwaited && !there.isAwaited && contents?.isUnsettled != true
    }

    subscript(_ side: Question.Side) -> Reply {
      get { side == .here ? here : there }
      set { if side == .here { here = newValue } else { there = newValue } }
    }
  }

  /// The page, then its assets: first the assets that the page names, then the assets that its style sheets and
  /// manifest name.
  private(set) var parts: [Part] = []
  private let address: String?
  private var assets: PageAssets?

  /// What the page of the other deployment loads; nil if none is asked.
  private var otherAssets: OtherAssets?

  /// The assets of its own origin of which the other deployment's page loads neither the file nor one of its family.
  private var unlike: [TargetURI] = []

  /// Why no assets are looked for in the page itself; nil if they are.
  private(set) var problem: String?

  /// Makes a page without assets.
  ///
  /// `address` is that of the server that is asked, nil if libcurl looks it up. `against` is the other deployment that
  /// is asked for each URL of the page's own origin, nil for none.
  init(_ named: NamedTarget, at address: String?, against: OtherDeployment?) {
    self.address = address
    otherAssets = against.map(OtherAssets.init)
    parts = [Part(named, role: nil, other: against?.target(like: named.target), address: address)]
  }

  /// The URL that the user, or a sitemap, named.
  var named: TargetURI { parts[0].target }

  /// The answer to the request for the page itself; nil if it is not there yet.
  var answer: LiveAnswer? { parts[0].here.answer }

  /// Whether every answer that was asked for is there.
  var isComplete: Bool { parts.allSatisfy(\.isComplete) }

  /// The counts of its assets; nil if none are looked for.
  var count: AssetCount? { assets?.count }

  /// The message about assets that are not requested; nil for none.
  var remark: String? { assets?.remark }

  /// The message about assets that are compared with nothing; nil if there are none.
  var comparisonRemark: String? {
    guard let first = unlike.first else { return nil }
    let others = unlike.count == 1 ? "" : " and \(unlike.count - 1) more"
    return "\(unlike.count) of its assets not compared, since the other deployment's page loads no file of"
      + " that name or family: \(first.absolute)\(others)"
  }

  /// What the URLs of the page and its assets show together.
  var neighbours: URLNeighbours { URLNeighbours(parts.map(\.target)) }

  /// The request for a part; with `isAgain`, the second one.
  func question(_ page: Int, _ part: Int, _ side: Question.Side, isAgain: Bool = false) -> Question? {
    let own = parts[part]
    // The user named the other deployment, so that its origin, too, gets the credentials.
    let other = own.otherTarget.map {
      NamedTarget($0, by: own.named.isVouched ? [] : own.named.origins(with: []))
    }
    guard let named = side == .here ? own.named : other else { return nil }
    return Question(
      page: page, part: part, side: side, isAgain: isAgain, named: named, role: own.role,
      address: side == .here ? own.address : nil)
  }

  /// Takes what is known now of a request; `change` may also compare the contents.
  mutating func update(_ part: Int, _ change: (inout Part) -> Void) { change(&parts[part]) }

  /// Adds the assets that the answers since the last call load; returns the numbers of those to request.
  ///
  /// `known` has the assets that were judged with an earlier page.
  mutating func addFound(_ scope: AssetScope, _ known: inout KnownAssets) -> Range<Int> {
    let first = parts.count
    guard let served = answer?.fetch.served, !served.isFollowed else { return first..<first }
    var assets = assets ?? PageAssets(served.request.target, asksEveryOrigin: scope == .all)
    for index in 0..<first {
      let others = parts[index].there.takeAssets()
      guard let found = parts[index].here.takeAssets() else { continue }
      if let others { otherAssets?.add(others, besides: found) }
      if index == 0 { problem = found.problem }
      let origins = parts[index].named.origins(with: parts[index].here.answer?.fetch.responses ?? [])
      for reference in found.references {
        let target = reference.target
        let isOwn = target.isSameOrigin(as: named)
        // The addresses are those of the page's host.
        let address = isOwn ? address : nil
        guard assets.accepts(target, at: address, &known) else { continue }
        let other = isOwn ? otherAssets?.like(target) : nil
        if isOwn, otherAssets != nil, other == nil { unlike.append(target) }
        parts.append(
          Part(NamedTarget(target, by: origins), role: reference.role, other: other, address: address))
      }
      assets.leaveOut(found.others)
    }
    self.assets = assets
    return first..<parts.count
  }
}
