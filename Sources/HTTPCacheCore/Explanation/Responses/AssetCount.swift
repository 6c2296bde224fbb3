/// What was found in a page, and in the style sheets and manifests that it loads, to be loaded with it.
public struct AssetCount: Sendable, Hashable {
  /// How many are judged beside the page.
  public var judged = 0

  /// How many were judged with a page before.
  public var known = 0

  /// How many are of other origins, and were not asked for.
  public var foreign = 0

  /// How many were not asked for because they were too many.
  public var leftOut = 0

  /// Whether there were so many that they are not all counted.
  public var isCut = false

  /// The most assets of one page that are asked for.
  public static let most = 200

  /// The most different URLs of one page that are counted.
  public static let mostCounted = 100_000

  /// Nothing so far.
  public init() {}
}
