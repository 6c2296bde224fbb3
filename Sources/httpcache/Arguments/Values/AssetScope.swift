import HTTPCacheCore

/// Which assets of a page are judged with it.
enum AssetScope: String, Choice {
  case own
  case all
}
