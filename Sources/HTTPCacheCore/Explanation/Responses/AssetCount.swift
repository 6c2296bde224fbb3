/// The number of assets that a page, and the style sheets and manifests that it loads, make a browser load.
package struct AssetCount: Sendable, Hashable {
  /// How many are judged with the page.
  package var judged = 0

  /// How many were judged with an earlier page.
  package var known = 0

  /// How many are of other origins, and were not requested.
  package var foreign = 0

  /// How many were not requested, because there were too many.
  package var leftOut = 0

  /// Whether there were so many that they are not all counted.
  package var isCut = false

  /// The most assets of one page that are requested.
  package static let most = 200

  /// The most different URLs of one page that are counted.
  package static let mostCounted = 100_000

  package init() {}
}
