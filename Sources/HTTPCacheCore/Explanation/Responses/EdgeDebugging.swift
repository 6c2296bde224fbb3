/// A vendor whose caches report their keys and tags if a request asks for them.
package enum EdgeDebugging: String, Sendable, CaseIterable {
  case fastly, akamai, pantheon

  /// The request field that asks for the report.
  package var question: FieldLine {
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

  /// The fields that ask; made once, since each verdict looks for them.
  private static let questions = allCases.map { (vendor: $0, line: $0.question) }

  /// The response fields that have the report, in lower case.
  private var answers: Set<String> {
    switch self {
    case .fastly:
      ["surrogate-key", "surrogate-control", "fastly-debug-path", "fastly-debug-ttl", "fastly-debug-digest"]
    case .akamai:
      ["x-cache", "x-cache-remote", "x-cache-key", "x-true-cache-key", "x-check-cacheable", "edge-cache-tag"]
    case .pantheon: ["surrogate-key", "surrogate-key-raw", "policy-doc-cache", "policy-doc-surrogate-key"]
    }
  }

  /// The fields of a response that answer its request for a report, in their order; none if nothing was asked.
  package static func answers(_ head: ResponseHead, to request: RequestHead) -> [FieldLine] {
    let asked = questions.filter {
      request.fields.contains($0.line.name) && request.fields.lines.contains($0.line)
    }
    let names = asked.flatMap(\.vendor.answers)
    return names.isEmpty ? [] : head.fields.lines.filter { names.contains($0.name.asciiLowercased) }
  }
}
