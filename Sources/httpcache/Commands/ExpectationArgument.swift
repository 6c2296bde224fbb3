import HTTPCacheCore

/// The checks of `--expect`.
enum ExpectationArgument {
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
