/// The edit distance of two names, to find misspellings.
package enum EditDistance {
  /// The number of letters omitted, added, changed or swapped with the next (Damerau-Levenshtein).
  package static func between(_ left: [UInt8], _ right: [UInt8]) -> Int {
    // The table grows with both lengths; a very long name is not a misspelling.
    guard left.count <= 64, right.count <= 64 else { return .max }
    // Three rows of the table, which take turns.
    var beforeLast = Array(0...right.count)
    var last = beforeLast
    var row = beforeLast
    for i in left.indices {
      row[0] = i + 1
      for j in right.indices {
        let change = last[j] + (left[i] == right[j] ? 0 : 1)
        var least = min(change, last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          least = min(least, beforeLast[j - 1] + 1)
        }
        row[j + 1] = least
      }
      swap(&beforeLast, &last)
      swap(&last, &row)
    }
    return last[right.count]
  }
}
