/// Reads a HAR 1.2 log entry by entry, as browsers and proxies write it.
///
/// Members may be missing, unknown, or in any order. Memory does not grow with the log.
package enum HARLog {
  /// One entry, judged or not.
  package enum Entry {
    /// A response to judge.
    case subject(Subject)
    /// An entry that holds none.
    case skipped(HARSkip)
  }

  /// Splits a log into shares of a few entries, which any thread may read.
  ///
  /// - Parameters:
  ///   - source: fills a buffer with the next bytes of the log.
  ///   - visit: takes each share in order, also where the log is damaged further on; returns whether to go on.
  /// - Throws: where the text is not a HAR log.
  package static func forEachShare(
    _ source: @escaping JSONReader.Source, _ visit: (HARShare) -> Bool
  ) throws(JSONFault) {
    var share = HARShare()
    // The entries before an error are visited before it is thrown.
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
          // The reader of the report may have gone; then the rest of the log is only checked.
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
