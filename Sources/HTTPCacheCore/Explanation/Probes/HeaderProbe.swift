extension Finding.Code {
  static let unkeyedHeaderReflected = Self(
    "unkeyed-header-reflected", .warning, "RFC 9111 §7.1",
    "a request field outside a cache's key shows in an answer that caches may store",
    shown: .observed(
      [
        "> GET /", "> X-Forwarded-Host: made-up.invalid", "HTTP/1.1 200 OK", "Cache-Control: max-age=600",
        "(content that names made-up.invalid)",
      ],
      consequence: "One request can decide what a shared cache gives to all others.",
      write:
        "Ignore the field unless your own proxy sets it; nginx: `proxy_set_header X-Forwarded-Host \"\";`."))
  static let unkeyedHeaderStored = Self(
    "unkeyed-header-stored", .error, "RFC 9111 §7.1",
    "a cache gives others what one request's field put into the answer",
    shown: .observed(
      [
        "> GET /", "> X-Forwarded-Host: made-up.invalid", "HTTP/1.1 200 OK", "> GET /", "HTTP/1.1 200 OK",
        "X-Cache: HIT", "(content that names made-up.invalid)",
      ],
      consequence: "One request decides what a cache gives to all others: a page can be poisoned.",
      write: "Ignore the field unless your own proxy sets it, and purge what the cache has."))
  static let probeNotIsolated = Self(
    "probe-not-isolated", .info, "RFC 9111 §2",
    "a cache on the way ignores the query, so nothing more was tried",
    shown: .observed(
      [
        "> GET /?hc-probe=1", "HTTP/1.1 200 OK", "X-Cache: MISS", "> GET /?hc-probe=2", "HTTP/1.1 200 OK",
        "X-Cache: HIT",
      ],
      consequence: "What a probe changes could reach visitors, so that nothing more is tried.",
      write: nil))
}

/// Asks with the fields by which proxies pass on the host, under a query of its own, so that other clients do not get
/// the responses.
struct HeaderProbe: ProbeScript {
  static let codes: [Finding.Code] = [.unkeyedHeaderReflected, .unkeyedHeaderStored, .probeNotIsolated]

  static let usualRequests = 14

  var talk: ProbeTalk

  /// Fields that proxies set, each with a value in which the made-up name takes the place of the star.
  private let fields: [(name: String, value: String)] = [
    ("X-Forwarded-Host", "*.invalid"), ("X-Host", "*.invalid"), ("X-Forwarded-Server", "*.invalid"),
    ("X-Original-Host", "*.invalid"), ("X-HTTP-Host-Override", "*.invalid"), ("Forwarded", "host=*.invalid"),
    ("X-Forwarded-Proto", "*"), ("X-Forwarded-Scheme", "*"), ("X-Forwarded-Prefix", "/*"),
    ("X-Forwarded-For", "*.invalid"),
  ]

  mutating func run() throws(ProbeStop) {
    guard try talk.isIsolated() else { return }
    for field in fields {
      let made = talk.name(field.name)
      let target = try talk.own(field.name)
      let line = FieldLine(field.name, field.value.replacing(text: "*", by: made))
      let answer = try talk.ask(field.name, talk.request([line], target: target))
      guard talk.shows(made, answer), !answer.head.names(inVary: field.name.asciiLowercased) else { continue }
      let request = talk.request(target: target)
      // Ask once more without the field: that response shows whether a cache has stored the first one.
      let isStored = talk.shows(made, try talk.ask("the same without \(field.name)", request))
      guard isStored || talk.mayStore(answer, request, .shared) else { continue }
      talk.findings.add(
        isStored ? .unkeyedHeaderStored : .unkeyedHeaderReflected, field: line.name, value: line.value,
        "The answer to a request with `\(line.name): \(line.value)` shows that value"
          + (isStored
            ? ", and so did the next one without the field: one request decides what a cache gives to all."
            : ", and a shared cache may store it, without the field in its key: one request can decide what all others"
              + " get."),
        advice:
          "Ignore \(line.name) unless your own proxy sets it;"
          + " \(ServerRemedy.quoted(.withoutField(line.name), .withoutField(line.name, by: .caddy), to: answer.head))."
      )
      if isStored { return }
    }
  }
}
