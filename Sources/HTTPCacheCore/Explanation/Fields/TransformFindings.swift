extension Finding.Code {
  static let noTransformUncoded = Self(
    "no-transform-uncoded", .info, "RFC 9111 §5.2.2.6",
    "text came without a content coding, and no-transform forbids proxies to compress it",
    shown: .observed(
      [
        "> GET /app.js", "> Accept-Encoding: gzip, br, zstd", "HTTP/1.1 200 OK",
        "Cache-Control: max-age=600, no-transform", "Content-Type: text/javascript",
        "Content-Length: 421888",
      ],
      consequence: "Each visitor downloads the text at its full length.",
      write: "Compress it at the origin, or leave `no-transform` out."))
}

/// Finds text that nobody on the way may compress, although the client accepts it coded (RFC 9110 §7.7).
package enum TransformFindings: FindingFamily {
  static let codes: [Finding.Code] = [.noTransformUncoded]

  static let asksForChanges = false

  static func command(finding code: Finding.Code) -> String? { "inspect --live" }

  /// The bytes that fit into one packet, which no coding makes faster.
  private static let packet: Int64 = 1_400

  static func find(in facts: Facts) -> [Finding] {
    let (request, head) = (facts.request, facts.head)
    guard mayGain(head, answering: request), let length = facts.exchange.bodyLength, length > packet else {
      return []
    }
    var loss = "\(length.asSize)"
    if let coded = facts.context.gzipLength {
      guard isWorthCoding(coded, of: length) else { return [] }
      loss += " instead of about \(coded.asSize)"
    }
    return [
      Finding(
        .noTransformUncoded, field: "Cache-Control", value: head.fields.combined("Cache-Control"),
        "`no-transform` forbids proxies to compress this text, and it came without a coding: \(loss).",
        advice: "Compress it at the origin, or leave `no-transform` out.")
    ]
  }

  /// Whether a coding could make the content shorter, as far as heads tell: only then is its body worth coding.
  package static func mayGain(_ head: ResponseHead, answering request: RequestHead) -> Bool {
    head.status == 200 && request.method == "GET" && head.cacheControl.contains("no-transform")
      && !head.has(.contentEncoding) && isText(head) && ContentCodings(request.fields).acceptsAny
  }

  /// Whether a coding saves a tenth at least.
  private static func isWorthCoding(_ coded: Int64, of length: Int64) -> Bool {
    coded < length - length / 10
  }

  private static let textTypes: Set = [
    "application/javascript", "application/x-javascript", "application/ecmascript", "application/json",
    "application/manifest+json", "application/xml", "application/x-ndjson", "application/yaml",
  ]

  /// Whether Content-Type names text; a stream of events is sent as it arises, and is no file to compress.
  private static func isText(_ head: ResponseHead) -> Bool {
    let type = head.mediaType
    return type.hasPrefix("text/") && type != "text/event-stream" || textTypes.contains(type)
      || type.hasSuffix("+json") || type.hasSuffix("+xml")
  }
}
