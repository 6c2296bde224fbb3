import HTTPCacheCore

extension Conclusion.Kind {
  /// How reports name a conclusion.
  struct Words: Sendable {
    /// In a sentence about many responses.
    let label: String
    /// In a column.
    let short: String
    /// In the JSON of a summary.
    let name: StaticString
    /// How good it is for a visitor who comes back.
    let look: Look
  }

  var words: Words {
    switch self {
    case .reused:
      Words(label: "reused without asking the origin", short: "reused", name: "reused", look: .good)
    case .confirmed:
      Words(label: "confirmed at each use by a 304", short: "confirmed", name: "confirmed", look: .good)
    case .downloaded:
      Words(
        label: "stored, but downloaded in full each time", short: "downloaded", name: "downloaded",
        look: .warn)
    case .notStored: Words(label: "not stored", short: "not stored", name: "not-stored", look: .warn)
    case .part:
      Words(label: "parts: they answer requests for their bytes", short: "part", name: "part", look: .good)
    case .confirmation:
      Words(label: "answers 304: the cache has the body", short: "304", name: "confirmation", look: .good)
    case .unknown:
      Words(label: "recorded without fields, not judged", short: "unknown", name: "unknown", look: .dim)
    }
  }
}

extension SummaryOutcome {
  /// So many responses with this outcome, in a list.
  func counted(_ count: Int) -> String {
    switch self {
    case .error: count.counted("error")
    case .conclusion(.part): count.counted("part")
    case .conclusion(.confirmation): "\(count) answered 304"
    case .conclusion: "\(Int64(count).grouped) \(words.short)"
    }
  }

  var words: Conclusion.Kind.Words {
    switch self {
    case .conclusion(let kind): kind.words
    case .error:
      Conclusion.Kind.Words(
        label: "answered with an error (4xx, 5xx)", short: "error", name: "error", look: .bad)
    }
  }
}

extension Finding.Severity {
  /// How reports name a severity.
  struct Words: Sendable {
    /// In a column, behind a number.
    let letter: String
    /// What findings of this severity come to.
    let meaning: String
    /// The level of an annotation of GitHub.
    let github: String
    /// The level of a result of SARIF.
    let sarif: String
    let look: Look
  }

  var words: Words {
    switch self {
    case .error:
      Words(
        letter: "E", meaning: "a recipient drops or misreads what was sent", github: "error", sarif: "error",
        look: .bad)
    case .warning:
      Words(
        letter: "W", meaning: "valid, but not what was meant", github: "warning", sarif: "warning",
        look: .warn)
    case .info: Words(letter: "I", meaning: "worth knowing", github: "notice", sarif: "note", look: .dim)
    }
  }
}

extension Judgement.Hiding {
  /// Why a finding is hidden, behind its code.
  var words: String {
    switch self {
    case .baseline: "hidden, since it is in the baseline"
    case .accepted(let reason): "accepted: \(reason)"
    }
  }
}
