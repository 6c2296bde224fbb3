/// What the user may have meant by a name that does not exist.
enum Suggestion {
  /// The nearest of the names, where one is at most two mistakes away.
  ///
  /// A name that would have to change in every letter is no suggestion.
  static func nearest(to text: String, in names: [String]) -> String? {
    let distances = names.map { (name: $0, distance: distance(Array(text.utf8), Array($0.utf8))) }
    let best = distances.min { $0.distance < $1.distance }
    guard let best, best.distance <= 2, best.distance < text.utf8.count else { return nil }
    return best.name
  }

  /// How many letters were left out, added, changed or swapped with the next (Damerau and Levenshtein).
  static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    // The table has both lengths as its sides; a name that long is no misspelling.
    guard left.count <= 64, right.count <= 64 else { return .max }
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for i in left.indices {
      var row = [i + 1]
      for j in right.indices {
        let change = last[j] + (left[i] == right[j] ? 0 : 1)
        var least = min(change, last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          least = min(least, beforeLast[j - 1] + 1)
        }
        row.append(least)
      }
      beforeLast = last
      last = row
    }
    return last[right.count]
  }
}
