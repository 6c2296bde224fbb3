extension Finding.Code {
  static let unkeyedHeaderReflected = Self(
    "unkeyed-header-reflected", .warning, "RFC 9111 §7.1",
    "a field that is no part of a cache's key shows in an answer that caches may store")
  static let unkeyedHeaderStored = Self(
    "unkeyed-header-stored", .error, "RFC 9111 §7.1",
    "a cache gives others what one request's field put into the answer")
  static let probeNotIsolated = Self(
    "probe-not-isolated", .info, "RFC 9111 §2",
    "a cache on the way ignores the query, so nothing more was tried")
}

/// Asks with the fields by which proxies tell the host, under a query of its own that keeps the answers from others.
enum HeaderProbe: ProbeScript {
  static let codes: [Finding.Code] = [.unkeyedHeaderReflected, .unkeyedHeaderStored, .probeNotIsolated]

  private static let fieldNames = [
    "X-Forwarded-Host", "X-Host", "X-Forwarded-Server", "X-Original-Host", "X-HTTP-Host-Override",
    "Forwarded",
  ]

  static func run(_ talk: inout ProbeTalk) throws(ProbeStop) {
    guard try isIsolated(&talk) else { return }
    for (index, name) in fieldNames.enumerated() {
      let made = talk.name(50 + index)
      let host = "\(made).invalid"
      let target = try talk.ownTarget(60 + index)
      let value = name == "Forwarded" ? "host=\(host)" : host
      let answer = try talk.ask(name, talk.request([FieldLine(name, value)], target: target))
      // A name that shows in the answer because the URL does is another one.
      guard talk.shows(made, answer) else { continue }
      let request = talk.request(target: target)
      guard talk.mayStore(answer, request, .shared) || EdgeAnswer(answer.head).isFromStore,
        !answer.head.names(inVary: name.asciiLowercased)
      else { continue }
      let without = try talk.ask("the same without \(name)", request)
      let isStored = talk.shows(made, without)
      talk.find(
        isStored ? .unkeyedHeaderStored : .unkeyedHeaderReflected, field: name, value: value,
        "The answer to a request with `\(name): \(value)` shows that host"
          + (isStored
            ? ", and so did the next one without the field: one request decides what a cache gives to all."
            : ", and a shared cache may store it, without the field in its key: one request can decide what all others"
              + " get."),
        advice: "Ignore \(name) unless your own proxy sets it; nginx: `proxy_set_header \(name) \"\";`.")
      if isStored { return }
    }
  }

  /// Whether the query keeps what is stored for it apart: the same again may come from a store, another query may not.
  private static func isIsolated(_ talk: inout ProbeTalk) throws(ProbeStop) -> Bool {
    let first = try talk.ask("a query of its own", talk.request(target: try talk.ownTarget(40)))
    let again = try talk.ask("the same query", talk.request(target: try talk.ownTarget(40)), turn: 1)
    let other = try talk.ask("another query", talk.request(target: try talk.ownTarget(41)))
    let edge = EdgeAnswer(other.head)
    let showsFirst = talk.shows(talk.name(40), other)
    // Without a word of a cache, equal content that is said to have been made before it was asked for tells the same.
    let isOlder = other.head.ageValue > 0
    guard edge.isFromStore || showsFirst || isOlder else {
      guard first.status < 400, again.status < 400 else {
        throw .skipped("the answer to a query of its own is \(first.status)")
      }
      return true
    }
    talk.find(
      .probeNotIsolated, field: edge.field, value: edge.value,
      "A URL with a query that nobody has used before was answered "
        + (showsFirst ? "with what another query had got" : "from the store of a cache")
        + ": what is tried here could reach others, so nothing more was tried.")
    return false
  }
}
