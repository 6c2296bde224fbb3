import HTTPCacheCore

/// Which assets of a page are judged with it.
enum AssetScope: String, Choice {
  /// The assets of the page's own origin.
  case own
  /// The assets of every origin.
  case all
}
