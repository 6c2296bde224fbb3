extension Finding.Code {
  static let edgeNeverHits = Self(
    "edge-never-hits", .warning, "RFC 9111 §3", "a cache on the way never answers what it may store",
    shown: .observed(
      [
        "> GET /app.css", "HTTP/1.1 200 OK", "Cache-Control: max-age=600", "X-Cache: MISS", "> GET /app.css",
        "HTTP/1.1 200 OK", "Cache-Control: max-age=600", "X-Cache: MISS",
      ],
      consequence: "The origin answers each request, as if there were no cache.",
      write: "Nothing in the response: see what the configuration of the cache passes on (cookies, a path)."))
  static let ageAboveLifetime = Self(
    "age-above-lifetime", .warning, "RFC 9111 §4.2",
    "a cache on the way serves responses that are older than their lifetime",
    shown: .observed(
      ["> GET /app.css", "HTTP/1.1 200 OK", "Cache-Control: max-age=600", "Age: 86400", "X-Cache: HIT"],
      consequence: "The cache keeps responses by a rule of its own, and clients get stale ones.",
      write: "Send `s-maxage` with the time that this cache may keep it, or have the cache obey max-age."))
}

/// The answers of caches on the way to a request that was sent several times.
package struct Repetition: Sendable {
  package struct Answer: Sendable {
    /// The report of the nearest cache.
    package let edge: EdgeReport
    let head: ResponseHead
    let receivedAt: Instant
  }

  package private(set) var answers: [Answer] = []

  /// The answer to the same request without its cookies; nil if it was not asked.
  package private(set) var withoutCookies: Answer?

  /// The problems of the requests that got no answer.
  package private(set) var problems: [String] = []

  package init() {}

  package mutating func take(_ head: ResponseHead, receivedAt: Instant) {
    answers.append(Answer(edge: EdgeReport(head), head: head, receivedAt: receivedAt))
  }

  /// Notes the answer to the same request without its cookies.
  mutating func takeWithoutCookies(_ head: ResponseHead, receivedAt: Instant) {
    withoutCookies = Answer(edge: EdgeReport(head), head: head, receivedAt: receivedAt)
  }

  /// Whether cookies of the request can be what keeps the cache on the way from answering.
  func mayDependOnCookies(_ request: RequestHead) -> Bool {
    guard request.fields.contains("Cookie"), let edge else { return false }
    return edge.state != .unknown && !edge.isFromStore
  }

  /// What the request changes by leaving its cookies out, as a clause; nil if that was not asked.
  package func cookieEffect(_ request: RequestHead) -> String? {
    guard let state = withoutCookies?.edge.state, state != .unknown, let own = edge?.state else { return nil }
    guard state != own else { return "without its cookies it is the same (\(state.rawValue))" }
    let names = (request.fields.combined("Cookie") ?? "").parts(between: ";").compactMap { pair in
      pair.parts(between: "=").first.map { $0.filter { $0 != " " } }
    }
    let rest = names.count - Self.mostNamed
    let list = names.prefix(Self.mostNamed).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    return "\(state == .hit ? "hits" : state.rawValue) without cookies; yours carry \(list)"
  }

  /// How many cookies are named.
  private static let mostNamed = 5

  /// Notes that a request got no answer.
  package mutating func fail(_ problem: String) { problems.append(problem) }

  /// The report of the nearest cache on the last answer.
  package var edge: EdgeReport? { answers.last?.edge }

  /// The share of answers that came from a store, from 0 to 1; nil if no answer says what a cache did.
  package var hitRatio: Double? {
    guard answers.contains(where: { $0.edge.state != .unknown }) else { return nil }
    return Double(answers.count { $0.edge.isFromStore }) / Double(answers.count)
  }

  /// The distinct words that the caches reported when they were reached, in order.
  package func words(to request: RequestHead) -> [EdgeReport.Word] {
    var words: [EdgeReport.Word] = []
    for answer in answers {
      for word in answer.edge.words(of: answer.head, to: request) where !words.contains(word) {
        words.append(word)
      }
    }
    return words
  }

  /// The words of the last answer, the only ones whose next step matters: earlier states have passed.
  package func standingWords(to request: RequestHead) -> [EdgeReport.Word] {
    answers.last.map { $0.edge.words(of: $0.head, to: request) } ?? []
  }

  /// What each of several caches did with the requests that reached it, the origin's side first; none where there is one.
  package var caches: [(name: String, states: [EdgeReport.State])] {
    var names: [String] = []
    for answer in answers {
      // A later answer may show one more cache: the line tells behind which of the known ones it stands.
      var place = names.count
      for report in answer.edge.line.reversed() {
        if let known = names.firstIndex(of: report.name) {
          place = known
        } else {
          names.insert(report.name, at: place)
        }
      }
    }
    guard names.count > 1 else { return [] }
    return names.map { name in
      (name, answers.compactMap { answer in answer.edge.asked.last { $0.name == name }?.state })
    }
  }

  /// Why a shared cache may not store the answer, as a clause; nil if an answer shows that a cache stored it, or no
  /// reason is known.
  package func obstacle(_ request: RequestHead) -> String? {
    guard !answers.contains(where: \.edge.isFound), let last = answers.last, last.edge.state != .unknown
    else { return nil }
    if let bar = UpstreamCaches.bar(request, last.head, last.edge) {
      return "a shared cache may not store it: \(bar.sentence)"
    }
    // A word that is not known does not name its product for sure.
    let product = last.edge.word(of: last.head) == nil ? nil : last.edge.product
    if last.head.fields.contains("Set-Cookie"), product?.storesSetCookie != true {
      return "Set-Cookie keeps nginx, Varnish, Cloudflare, Fastly and most others from storing it"
    }
    // What answers without the cookies is kept: they are the reason.
    guard withoutCookies?.edge.isFound != true else { return nil }
    let lifetime = FreshnessLifetime(last.head, receivedAt: last.receivedAt, role: .shared)
    guard lifetime.source == .heuristic || lifetime.seconds == nil else {
      return lifetime.seconds == 0 ? "its lifetime is over at once" : nil
    }
    switch product?.withoutLifetime {
    case .kept: return nil
    case .said(let rule): return "it has no lifetime: \(rule)"
    case .unknown, nil: return "it has no lifetime"
    }
  }
}

/// Findings of a request that was repeated.
enum RepeatFindings: FindingFamily {
  static let codes: [Finding.Code] = [.edgeNeverHits, .ageAboveLifetime]

  static let asksForChanges = false

  static func command(finding code: Finding.Code) -> String? { "inspect --live --repeat" }

  static func find(in facts: Facts) -> [Finding] {
    guard let repetition = facts.context.repetition else { return [] }
    return neverHits(repetition, facts.subject.request).listed + old(repetition).listed
  }

  private static func neverHits(_ repetition: Repetition, _ request: RequestHead) -> Finding? {
    let answers = repetition.answers
    // What a cache behind the outermost one answers spares the origin, and not the way.
    guard answers.count > 1, let last = answers.last, let nearest = last.edge.line.last,
      answers.allSatisfy({ answer in
        guard let report = answer.edge.line.last else { return false }
        return [.miss, .bypass].contains(report.state)
          // Two stores of one network are one cache to its customers.
          && !answer.edge.asked.contains { $0.isFromStore && $0.product.name == report.product.name }
      }),
      StorageDecision(request, last.head, .shared).isStorable,
      let lifetime = FreshnessLifetime(last.head, receivedAt: last.receivedAt, role: .shared).seconds,
      lifetime > 0,
      !last.head.cacheControl(for: .shared).isUnqualified("no-cache"), !last.head.nominatedNames.contains("*")
    else { return nil }
    let cause =
      last.head.fields.contains("Set-Cookie")
      ? "Set-Cookie in the answer keeps most caches from storing it. "
      : last.head.names(inVary: "cookie") || last.head.names(inVary: "user-agent")
        ? "Its Vary gives nearly every client a variant of its own. " : ""
    let behind = last.edge.isFromStore ? last.edge.report.map { "; \($0.name) behind it did" } ?? "" : ""
    let configuration = nearest.isNamed ? "the configuration of \(nearest.name)" : "its configuration"
    return Finding(
      .edgeNeverHits, field: nearest.field, value: nearest.value,
      "Asked \(answers.count) times for what a shared cache may store for \(formatDuration(lifetime)),"
        + " \(nearest.isNamed ? nearest.name : "the cache on the way") never answered from its store"
        + " (\(nearest.field): \(nearest.value))\(behind).",
      advice: cause + "See what \(configuration) passes on: cookies, queries, or a rule for this path.")
  }

  private static func old(_ repetition: Repetition) -> Finding? {
    for answer in repetition.answers where answer.edge.isFromStore {
      let control = answer.head.cacheControl(for: .shared)
      let lifetime = FreshnessLifetime(answer.head, receivedAt: answer.receivedAt, role: .shared)
      guard lifetime.source != .heuristic, let seconds = lifetime.seconds, seconds > 0,
        answer.head.fields.contains("Age"),
        !answer.head.fields.contains("Surrogate-Control")
      else { continue }
      let grace = max(
        control.seconds("stale-while-revalidate")?.value ?? 0, control.seconds("stale-if-error")?.value ?? 0)
      let limit = seconds.addingSaturated(grace).addingSaturated(NotModifiedCheck.tolerance)
      guard answer.head.ageValue > limit else { continue }
      return Finding(
        .ageAboveLifetime, field: "Age", value: answer.head.fields.first("Age"),
        "A cache on the way gave an answer of the age \(formatDuration(answer.head.ageValue)), and its lifetime there is"
          + " \(formatDuration(seconds)): it keeps responses by a rule of its own, and clients get stale ones.",
        advice:
          "Send `s-maxage` with the time that \(answer.edge.cacheName ?? "this cache") may keep it, or have it obey max-age."
      )
    }
    return nil
  }
}
