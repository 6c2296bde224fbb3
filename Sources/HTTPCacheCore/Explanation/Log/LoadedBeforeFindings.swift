extension Finding.Code {
  static let loadedTwiceThoughFresh = Self(
    "loaded-twice-though-fresh", .warning, "RFC 9111 §4",
    "a browser loaded a URL again while the first answer was still fresh",
    shown: .observed(
      [
        "> GET /font.woff2", "> Sec-Fetch-Mode: no-cors", "HTTP/1.1 200 OK", "Cache-Control: max-age=3600",
        "> GET /font.woff2", "> Sec-Fetch-Mode: cors", "HTTP/1.1 200 OK",
      ],
      consequence: "The same is downloaded twice on one page.",
      write:
        "Ask both times in the same way: the same `crossorigin`, the same cookies, no `no-cache` in the request."
    ),
    harm: .downloads(sparedBy: .oneLoad))
}

/// An earlier load of the same URL, which was fresh when it was loaded again.
package struct LoadedBefore: Sendable, Hashable {
  /// The difference of the two requests that keeps the first answer from being used.
  enum Reason: Sendable, Hashable {
    /// Fields that Vary names have other values.
    case vary([String])
    /// The values of Sec-Fetch-Mode, the earlier first.
    case mode(String, String)
    /// One of the two had a cookie or Authorization.
    case credentials(isLater: Bool)
  }

  /// Nil if the two requests show none.
  let reason: Reason?

  /// The milliseconds from the first answer to the later request.
  let after: Int64

  /// The seconds for which the first answer was still fresh.
  let left: Seconds
}

/// Finds what a browser loaded twice (RFC 9111 §4, Fetch: HTTP cache, preloads).
enum LoadedBeforeFindings: FindingFamily {
  static let codes: [Finding.Code] = [.loadedTwiceThoughFresh]

  static let asksForChanges = false

  static func command(finding code: Finding.Code) -> String? { "inspect --har" }

  static func find(in facts: Facts) -> [Finding] {
    guard let load = facts.context.loadedBefore else { return [] }
    let (difference, advice) = words(load.reason)
    return [
      Finding(
        .loadedTwiceThoughFresh,
        "This URL came \(span(load.after)) before, was fresh for \(formatDuration(load.left)) more, and was loaded again"
          + (difference.map { ": \($0)." } ?? "."),
        advice: advice)
    ]
  }

  private static func span(_ milliseconds: Int64) -> String {
    milliseconds < 1000 ? "less than a second" : formatDuration(milliseconds / 1000)
  }

  private static func words(_ reason: LoadedBefore.Reason?) -> (difference: String?, advice: String?) {
    switch reason {
    case nil: (nil, nil)
    case .vary(let names):
      (
        "Vary names \(names.map(\.asCode).asList), and the two requests have other values there",
        "Name only fields in Vary that change the content."
      )
    case .mode(let first, let second):
      (
        "the first request had `Sec-Fetch-Mode: \(first)`, this one `\(second)`, and a browser uses a preload only for a"
          + " request of the same mode",
        "Give the preload and the element or fetch that uses the file the same `crossorigin`; fonts are always"
          + " `crossorigin`."
      )
    case .credentials(let isLater):
      (
        "\(isLater ? "this request had credentials, the first had none" : "the first request had credentials, this one has none")",
        "Load it with the same `crossorigin` or `credentials` everywhere."
      )
    }
  }
}
