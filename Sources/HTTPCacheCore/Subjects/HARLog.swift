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

  /// Visits every entry.
  ///
  /// - Parameters:
  ///   - source: fills a buffer with the next bytes of the log.
  ///   - now: the time of receipt where an entry says none.
  ///   - visit: gets each entry; returns whether to go on.
  /// - Throws: where the text is no HAR log.
  package static func forEachEntry(
    _ source: @escaping JSONReader.Source, now: Instant, _ visit: (Entry) -> Bool
  ) throws(JSONFault) {
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
          switch try HAREntryReader.read(&reader).outcome(now: now) {
          case .success(let subject): goesOn = visit(.subject(subject))
          case .failure(let skip): goesOn = visit(.skipped(skip))
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
