import HTTPCacheCore

/// The checks of `--expect`.
enum ExpectationArgument {
  /// Checks that completion offers: every name, and an example of what takes a value.
  static func suggestions(isFetch: Bool) -> [String] {
    (isFetch
      ? ["source=cache", "source=network", "source=revalidated", "source=stale", "stored", "not-stored"] : [])
      + [
        "storable", "not-storable", "fresh", "stale", "reusable", "validator", "strong-etag", "etag",
        "last-modified", "heuristic", "explicit", "status=200", "lifetime>=1h", "age<1d", "ttl>=10m",
        "directive=immutable", "directive!=no-store", "vary!=*",
      ]
  }

  /// Reads the checks; the first that is none is an error of the command line.
  static func read(_ texts: [String], isFetch: Bool) throws(UsageError) -> [Expectation] {
    var expectations: [Expectation] = []
    for text in texts {
      guard let expectation = Expectation(text, isFetch: isFetch, duration: Units.duration) else {
        throw UsageError(
          "--expect: '\(text)' is not a check",
          hint: "such as storable, fresh, 'lifetime>=1h', directive=immutable"
            + (isFetch ? ", source=cache" : ""))
      }
      expectations.append(expectation)
    }
    return expectations
  }
}
