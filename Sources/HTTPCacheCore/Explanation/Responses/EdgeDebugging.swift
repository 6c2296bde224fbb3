/// A vendor whose caches tell their keys and tags to those who ask.
public enum EdgeDebugging: String, Sendable, CaseIterable {
  case fastly, akamai, pantheon

  /// The field that asks.
  public var question: FieldLine {
    switch self {
    case .fastly: FieldLine("Fastly-Debug", "1")
    case .akamai:
      FieldLine(
        "Pragma",
        [
          "cache-on", "cache-remote-on", "check-cacheable", "get-cache-key", "get-true-cache-key",
          "get-cache-tags",
        ]
        .map { "akamai-x-\($0)" }.joined(separator: ", "))
    case .pantheon: FieldLine("Pantheon-Debug", "1")
    }
  }

  /// The lines that ask; made once, since each verdict looks for them.
  private static let questions = allCases.map { (vendor: $0, line: $0.question) }

  /// The fields that answer, in lower case.
  private var answers: Set<String> {
    switch self {
    case .fastly:
      ["surrogate-key", "surrogate-control", "fastly-debug-path", "fastly-debug-ttl", "fastly-debug-digest"]
    case .akamai:
      ["x-cache", "x-cache-remote", "x-cache-key", "x-true-cache-key", "x-check-cacheable", "edge-cache-tag"]
    case .pantheon: ["surrogate-key", "surrogate-key-raw", "policy-doc-cache", "policy-doc-surrogate-key"]
    }
  }

  /// The fields of a response that answer the question in its request.
  ///
  /// - Parameters:
  ///   - head: of the response.
  ///   - request: which may have asked.
  /// - Returns: the lines in their order; empty where nothing was asked.
  public static func answers(_ head: ResponseHead, to request: RequestHead) -> [FieldLine] {
    let asked = questions.filter {
      request.fields.contains($0.line.name) && request.fields.lines.contains($0.line)
    }
    let names = asked.flatMap(\.vendor.answers)
    return names.isEmpty ? [] : head.fields.lines.filter { names.contains($0.name.asciiLowercased) }
  }
}
