/// The values of a reason in the words of a sentence.
extension Reason {
  /// The value as it was read, or a word for none.
  var shown: String { value ?? "(none)" }

  /// The status or count that the rule read.
  var number: String { amount.map(String.init) ?? "unknown" }

  /// The first number as the length of a representation.
  var total: String { amount.map(String.init) ?? "*" }

  /// The first number as a span of time.
  var lifetime: String { amount.map(formatDuration) ?? "no time" }

  /// The second number as a span of time.
  var age: String { formatDuration(otherAmount ?? 0) }

  /// The sentence that nearly every response gets: how long, by what, and of what age.
  func lifetimeSentence(
    _ start: StaticString, _ span: Seconds, qualifier: StaticString = ""
  ) -> String {
    ShortText.text(capacity: 256) { text in
      text.append(start)
      text.append(duration: span, qualifier: qualifier)
      text.append(": ")
      switch source {
      case .maxAge:
        text.append("max-age=")
        text.append(decimal: amount ?? 0)
      case .sMaxAge:
        text.append("s-maxage=")
        text.append(decimal: amount ?? 0)
      case .expires, .heuristic, .cdnCacheControl, .ttl, .some(.none), nil: text.append(otherOrigin)
      }
      text.append(" gives it ")
      if let amount { text.append(duration: amount) } else { text.append("no time") }
      text.append(" and it is ")
      text.append(duration: otherAmount ?? 0)
      text.append(" old")
    }
  }

  /// What an invalidation passed over: it reaches no response of another server.
  var othersStay: String {
    guard let count = otherAmount, count > 0 else { return "" }
    return "; \(count) got from another server (Host, --resolve, --connect-to, --unix-socket) stay"
  }

  /// What is left of a lifetime, in seconds.
  var left: Seconds { max(0, (amount ?? 0).subtractingSaturated(otherAmount ?? 0)) }

  /// What is left of a lifetime, in words.
  var remaining: String {
    ShortText.text(capacity: 48) { $0.append(duration: left, qualifier: "more ") }
  }

  /// How long the lifetime has been over, in seconds.
  var overdue: Seconds { max(0, (otherAmount ?? 0).subtractingSaturated(amount ?? 0)) }

  /// What gave the lifetime, as it was written where that is short.
  var origin: String {
    switch source {
    case .sMaxAge, .maxAge: "\(source?.rawValue ?? "")=\(amount ?? 0)"
    case .expires, .heuristic, .cdnCacheControl, .ttl, .some(.none), nil: "\(otherOrigin)"
    }
  }

  /// What gave it, where that is no directive.
  private var otherOrigin: StaticString {
    switch source {
    case .expires: "Expires"
    case .heuristic: Settings.heuristicOrigin
    case .cdnCacheControl: "CDN-Cache-Control"
    case .ttl: "--ttl"
    case .sMaxAge, .maxAge, .some(.none), nil: "nothing"
    }
  }
}
