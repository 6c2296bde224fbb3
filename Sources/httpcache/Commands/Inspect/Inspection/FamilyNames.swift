import HTTPCacheCore

/// The URLs of another deployment, or of another log, by the family of the files that name their version.
///
/// A release gives such a file another name. So the file of the other side that does the same is found by what stays.
struct FamilyNames: Sendable {
  private var families: [Family: [TargetURI]] = [:]

  /// Adds a URL of a kind; without effect unless its path names a version.
  mutating func add(_ target: TargetURI, kind: AssetKind?) {
    guard let family = Family(releasesOf: target, kind: kind) else { return }
    families[family, default: []].append(target)
  }

  /// Takes the first URL of a family that was not taken yet; nil if none is left.
  mutating func take(_ family: Family) -> TargetURI? {
    families[family]?.isEmpty == false ? families[family]?.removeFirst() : nil
  }
}

/// What the page of another deployment loads, in which the assets of the judged page find their like.
struct OtherAssets: Sendable {
  private let deployment: OtherDeployment
  private var named: Set<TargetURI> = []
  private var families = FamilyNames()

  /// Whether a page, style sheet or manifest of the other deployment was read.
  private var isRead = false

  init(_ deployment: OtherDeployment) { self.deployment = deployment }

  /// Adds what a document of the other deployment loads; `own` is what the same document of the judged one loads.
  mutating func add(_ found: FoundAssets, besides own: FoundAssets) {
    guard found.problem == nil else { return }
    isRead = true
    let both = Set(own.references.map { deployment.target(like: $0.target) })
    for target in found.references.map(\.target) where named.insert(target).inserted {
      if !both.contains(target) { families.add(target, kind: AssetKind(named: target)) }
    }
  }

  /// The URL in the other deployment to compare an asset with: the same, or of a file that names its version, the file of
  /// its family; nil if the other deployment's page loads none.
  mutating func like(_ target: TargetURI) -> TargetURI? {
    let same = deployment.target(like: target)
    guard isRead, !named.contains(same), let family = Family(releasesOf: same, kind: AssetKind(named: same))
    else { return same }
    return families.take(family)
  }
}
