/// Reads a HAR 1.2 log entry by entry, as browsers and proxies write it.
///
/// Parts may be missing, in any order, or more than the format knows. Memory does not grow with the log.
package enum HARLog {
  /// One entry, judged or not.
  package enum Entry {
    /// A response to judge.
    case subject(Subject)
    /// An entry that holds none.
    case skipped(HARSkip)
  }

  /// Passes over a log, and gives away its entries, a few at a time, to be read on whatever thread.
  ///
  /// - Parameters:
  ///   - source: fills a buffer with the next bytes of the log.
  ///   - visit: gets each share, in order, also of a log that turns out to be damaged behind it; returns whether to go
  ///     on.
  /// - Throws: where the text is no HAR log.
  package static func forEachShare(
    _ source: @escaping JSONReader.Source, _ visit: (HARShare) -> Bool
  ) throws(JSONFault) {
    var share = HARShare()
    // An error of the text comes after what stands before it.
    defer { if !share.isEmpty { _ = visit(share) } }
    var reader = try JSONReader(source)
    var hasEntries = false
    var goesOn = true
    let start = reader.place
    try reader.object { reader, name throws(JSONFault) in
      guard name == "log" else { return try reader.skip() }
      try reader.object { reader, name throws(JSONFault) in
        guard name == "entries" else { return try reader.skip() }
        hasEntries = true
        try reader.array { reader throws(JSONFault) in
          // Whoever reads the report may have gone; the rest of the log is then of no interest.
          guard goesOn else { return try reader.skip() }
          if let text = try reader.passWithinBuffer() {
            share.add(text)
          } else {
            let entry = try HAREntryReader.read(&reader)
            if !share.isEmpty { goesOn = visit(share) }
            share = HARShare(entry)
          }
          if share.isFull {
            goesOn = visit(share)
            share = HARShare()
          }
        }
      }
    }
    try reader.finish()
    guard hasEntries else {
      throw JSONFault(.refused("there is no \"log\" with \"entries\" in it"), at: start)
    }
  }
}
