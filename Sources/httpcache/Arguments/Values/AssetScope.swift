import HTTPCacheCore

/// Which assets of a page are judged with it.
enum AssetScope: String, Choice {
  /// Those of the page's own origin.
  case own
  /// Those of every origin.
  case all
}
