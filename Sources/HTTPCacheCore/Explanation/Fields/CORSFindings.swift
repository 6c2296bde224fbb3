extension Finding.Code {
  static let corsWithoutVaryOrigin = Self(
    "cors-without-vary-origin", .warning, "Fetch, CORS protocol and HTTP caches",
    "Access-Control-Allow-Origin depends on Origin, and Vary does not name it",
    style: "> Origin: https://b.example", "Cache-Control: max-age=600",
    "Access-Control-Allow-Origin: https://b.example")
}

/// Finds responses that allow only the request's origin, although a cache may reuse them for other origins.
///
/// Fetch, "CORS protocol and HTTP caches", asks for `Vary: Origin` on such a response.
enum CORSFindings: FindingFamily {
  static let codes: [Finding.Code] = [.corsWithoutVaryOrigin]

  static func finding(_ subject: FindingSubject) -> Finding? {
    guard let allowed = subject.head.first(.accessControlAllowOrigin), subject.isKept,
      let origin = subject.request.fields.first("Origin"), allowed == origin,
      !subject.head.names(inVary: "origin")
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
