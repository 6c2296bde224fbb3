import HTTPCacheCore

/// What the user may have meant by a name that does not exist.
enum Suggestion {
  /// The nearest of the names, where one is at most two mistakes away.
  ///
  /// A name that would have to change in every letter is no suggestion.
  static func nearest(to text: String, in names: [String]) -> String? {
    let distances = names.map { (name: $0, distance: EditDistance.between(Array(text.utf8), Array($0.utf8))) }
    let best = distances.min { $0.distance < $1.distance }
    guard let best, best.distance <= 2, best.distance < text.utf8.count else { return nil }
    return best.name
  }
}
