/// The number of assets that a page, and the style sheets and manifests that it loads, make a browser load.
public struct AssetCount: Sendable, Hashable {
  /// How many are judged with the page.
  public var judged = 0

  /// How many were judged with an earlier page.
  public var known = 0

  /// How many are of other origins, and were not requested.
  public var foreign = 0

  /// How many were not requested, because there were too many.
  public var leftOut = 0

  /// Whether there were so many that they are not all counted.
  public var isCut = false

  /// The most assets of one page that are requested.
  public static let most = 200

  /// The most different URLs of one page that are counted.
  public static let mostCounted = 100_000

  /// Begins with no asset.
  public init() {}
}
