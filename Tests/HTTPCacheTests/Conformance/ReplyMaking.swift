import TestSupport

extension Reply {
  /// What the origin sends for a request.
  func made(for request: OriginRequest, step: Int, _ place: Placeholders) -> OriginReply {
    switch self {
    case .fields(let text, let body):
      let head = Head(place.fill(text))
      return .text(body ?? "step \(step)", status: head.status, fields: head.fields)
    case .unchanged(let text):
      let head = Head(place.fill(text))
      let isConditional = request["If-None-Match"] != nil || request["If-Modified-Since"] != nil
      return .text("step \(step)", status: isConditional ? 304 : 200, fields: head.fields)
    case .cut(let text, let body, let length):
      let fields = Head(place.fill(text)).fields + [("Content-Length", String(length))]
      return .closeDelimited(fields: fields, body: Array(body.utf8))
    case .chunked(let text, let trailers):
      let fields = Head(place.fill(text)).fields
      return .chunked(
        fields: fields, chunks: [Array("step \(step)".utf8)], trailers: Head(place.fill(trailers)).fields)
    case .closing(let text):
      return .closeDelimited(fields: Head(place.fill(text)).fields, body: Array("step \(step)".utf8))
    case .gone: return .raw([])
    case .after(let interims, let reply):
      guard
        case .response(let status, let reason, let fields, let body, _) = reply.made(
          for: request, step: step, place)
      else { return .raw([]) }
      let heads = interims.map { interim in
        let head = Head(interim)
        return "HTTP/1.1 \(head.status) Interim\r\n" + head.fields.map { "\($0.0): \($0.1)\r\n" }.joined()
          + "\r\n"
      }
      return .response(status: status, reason: reason, fields: fields, body: body, interim: heads.joined())
    case .when(let name, let reply, let otherwise):
      return (request[name] == nil ? otherwise : reply).made(for: request, step: step, place)
    }
  }

  /// The status of the response as the user is to see it.
  var finalStatus: Int {
    switch self {
    case .fields(let text, _): Head(text).status
    case .after(_, let reply), .when(_, _, let reply): reply.finalStatus
    case .unchanged, .cut, .chunked, .closing, .gone: 200
    }
  }

  /// The body of the response as the user is to see it.
  func finalBody(step: Int) -> String {
    switch self {
    case .fields(_, let body): body ?? "step \(step)"
    case .cut(_, let body, _): body
    case .after(_, let reply), .when(_, _, let reply): reply.finalBody(step: step)
    case .unchanged, .chunked, .closing, .gone: "step \(step)"
    }
  }

  /// Status and fields of `404 | A: 1`; 200 where no status stands first.
  private struct Head {
    var status = 200
    var fields: [(String, String)] = []

    init(_ text: String) {
      var lines = Lines.split(text)
      if let first = lines.first, let status = Int(first) {
        self.status = status
        lines.removeFirst()
      }
      fields = lines.map(Lines.pair)
    }
  }
}
