extension Finding.Code {
  static let corsWithoutVaryOrigin = Self(
    "cors-without-vary-origin", .warning, "Fetch, CORS protocol and HTTP caches",
    "Access-Control-Allow-Origin depends on Origin, and Vary does not name it",
    shown: .style(
      "> Origin: https://b.example", "Cache-Control: max-age=600",
      "Access-Control-Allow-Origin: https://b.example"))
  static let preflightLifetime = Self(
    "preflight-lifetime", .info, "Fetch, CORS-preflight cache",
    "a browser keeps the result of a preflight by Access-Control-Max-Age alone",
    shown: .example(
      "> OPTIONS /items", "> Origin: https://b.example", "> Access-Control-Request-Method: PUT",
      "HTTP/1.1 204 No Content", "Access-Control-Allow-Origin: https://b.example",
      "Cache-Control: max-age=86400"))
}

/// Checks responses to requests from other origins, and to the preflights before them.
enum CORSFindings: FindingFamily {
  static let codes: [Finding.Code] = [.corsWithoutVaryOrigin, .preflightLifetime]

  static func find(in facts: Facts) -> [Finding] { finding(facts).listed }

  private static func finding(_ facts: Facts) -> Finding? { preflight(facts) ?? unvaried(facts) }

  /// How long browsers keep the result of a preflight, for which the fields of HTTP caches count for nothing.
  private static func preflight(_ facts: Facts) -> Finding? {
    let fields = facts.request.fields
    guard facts.request.method == "OPTIONS", fields.contains("Origin"),
      fields.contains("Access-Control-Request-Method"),
      // The result of a preflight that fails is not kept.
      (200...299).contains(facts.head.status), facts.head.has(.accessControlAllowOrigin)
    else { return nil }
    let name = "Access-Control-Max-Age"
    let value = facts.head.fields.first(name)
    let seconds = value.flatMap { DeltaSeconds($0).value }
    let span = seconds.map { $0 == 0 ? "not at all" : "for \(formatDuration($0))" } ?? "for 5 seconds"
    let cause =
      value == nil
      ? ", as there is no \(name)" : seconds == nil ? ", as \(name) is no number of seconds" : ", by \(name)"
    let limits = (seconds ?? 0) > 7200 ? " (Chromium for 2 hours at most, Firefox for 1 day)" : ""
    let isMeant = facts.control.isPresent || facts.head.has(.expires)
    return Finding(
      .preflightLifetime, field: name, value: value,
      "This answers a preflight, and browsers keep its result \(span)\(cause)\(limits)."
        + (isMeant ? " Cache-Control and Expires count for nothing here." : ""),
      advice: seconds == nil
        ? "Send `\(name): 7200` to spare the OPTIONS before each request of two hours." : nil)
  }

  /// Finds a response that allows only the request's origin, although a cache may reuse it for other origins.
  ///
  /// Fetch, "CORS protocol and HTTP caches", asks for `Vary: Origin` on such a response.
  private static func unvaried(_ facts: Facts) -> Finding? {
    guard let allowed = facts.head.first(.accessControlAllowOrigin), facts.isKept,
      let origin = facts.request.fields.first("Origin"), allowed == origin,
      !facts.head.names(inVary: "origin")
    else { return nil }
    return Finding(
      .corsWithoutVaryOrigin, severity: .info, field: "Access-Control-Allow-Origin", value: allowed,
      "The answer allows the origin that asked (\(allowed.asCode)), and Vary does not name Origin: where other"
        + " origins are allowed too, a cache gives them this answer, which their browsers refuse.",
      line: AdvisedLine(VaryEdit(added: ["Origin"]), after: ", also where the request has no Origin."))
  }
}

extension ResponseHead {
  /// Whether `Vary` lists the field with this lower-case name, or `*`.
  func names(inVary name: String) -> Bool {
    let names = nominatedNames
    return names.contains(name) || names.contains("*")
  }
}
