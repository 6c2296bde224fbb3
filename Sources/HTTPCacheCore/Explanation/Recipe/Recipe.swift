/// The advice for many URLs of one host, as rules by path, from which a server's configuration is written.
///
/// A rule covers only those judged URLs that need exactly its change.
package struct Recipe: Sendable, Equatable {
  /// The statuses of responses that a rule is for.
  enum Status: Sendable, Hashable {
    /// A response with content, or a 304 that validates one.
    case success
    case exactly(Int)

    init(_ status: Int) { self = Self.successes.contains(status) ? .success : .exactly(status) }

    static let successes = [200, 203, 206, 304]
  }

  /// The fields to send and to leave out.
  struct Change: Sendable, Hashable {
    var lines: [FieldLine] = []
    var removed: [String] = []

    var isEmpty: Bool { lines.isEmpty && removed.isEmpty }
  }

  /// The change for the URLs of a pattern.
  struct Rule: Sendable, Hashable {
    let pattern: RecipePattern
    let status: Status
    let change: Change

    /// The judged paths that it covers, each once.
    var paths: [String] = []
  }

  /// Whether there was a response to judge.
  let isJudged: Bool

  /// The host of the first URL, whose server is configured.
  let host: String

  /// The kind of cache that the advice is for.
  let role: CacheRole

  /// The rules, the more specific ones first.
  let rules: [Rule]

  /// The paths of judged answers that need no change; the answers to another query or with another status may have a
  /// rule.
  let otherPaths: [String]

  /// Remarks on advice that the configuration leaves out, a sentence each.
  let remarks: [String]

  /// How many judged paths the rules cover.
  var urlCount: Int { Set(rules.flatMap(\.paths)).count }

  /// Whether a rule adds Accept-Encoding to Vary.
  var variesByEncoding: Bool {
    rules.contains { rule in
      rule.change.lines.contains { $0.name == "Vary" && $0.value.asciiLowercased.holds("accept-encoding") }
    }
  }
}

/// Collects the advice of a run for a recipe.
package struct RecipeDraft: Sendable {
  /// The facts about a response that a recipe needs.
  private struct Answer: Sendable {
    let target: TargetURI
    let file: NamedFile
    let path: [UInt8]
    let query: [UInt8]?
    let status: Recipe.Status
    var change: Recipe.Change

    /// The path up to its last slash.
    var directory: ArraySlice<UInt8> { path[...(path.lastIndex(of: 0x2F) ?? 0)] }
  }

  /// The key of a response: equal for responses of one URL with one kind of status.
  private struct Key: Hashable, Sendable {
    let text: [UInt8]
    let status: Recipe.Status
  }

  /// A pattern, and the status of the responses that it is used for.
  private struct Scope: Hashable {
    let pattern: RecipePattern
    let status: Recipe.Status
  }

  private var answers: [Answer] = []
  private var places: [Key: Int] = [:]
  private var isJudged = false
  private var host: String?
  private var role = CacheRole.private
  private var unsayable: [String] = []
  private var otherHosts: [String: Int] = [:]
  private var withoutURL = 0
  private var contradicted: Set<Int> = []
  private var dated = 0
  private var uncounted = 0

  /// The most answers that are used; the others are left out, and a remark says so.
  private static let mostAnswers = 10_000
  private static let mostRules = 500
  private static let mostRemarks = 20
  private static let longestValue = 1000

  package init() {}

  /// Takes the advice for a response, or notes that it needs none.
  package mutating func add(_ verdict: Verdict) {
    let request = verdict.subject.request
    let (target, head) = (request.target, verdict.subject.stored.head)
    guard target.isHTTP, request.method == "GET" || request.method == "HEAD", !head.isInterim,
      verdict.storage != nil
    else { return }
    isJudged = true
    guard case .url = verdict.subject.target else {
      if verdict.advice != nil { withoutURL += 1 }
      return
    }
    if host == nil { (host, role) = (target.host, verdict.settings.role) }
    guard target.host == host else {
      if verdict.advice != nil, otherHosts.count < Self.mostAnswers {
        otherHosts[target.host, default: 0] += 1
      }
      return
    }
    let (path, query) = (RecipePattern.sent(target.path), target.query.map(RecipePattern.sent))
    let key = Key(text: path + (query.map { [0x3F] + $0 } ?? []), status: Recipe.Status(head.status))
    let change = change(verdict)
    if let place = places[key] {
      if answers[place].change.isEmpty {
        answers[place].change = change
      } else if !change.isEmpty, change != answers[place].change {
        contradicted.insert(place)
      }
      return
    }
    guard answers.count < Self.mostAnswers else { return uncounted += 1 }
    places[key] = answers.count
    answers.append(
      Answer(
        target: target, file: NamedFile(verdict), path: path, query: query, status: key.status,
        change: change))
  }

  /// Leaves out the advice for the URLs of another host, of which a remark tells.
  package mutating func leaveOut(_ other: RecipeDraft) {
    guard let host = other.host else { return }
    let count = other.answers.count { !$0.change.isEmpty }
    if count > 0 { otherHosts[host, default: 0] += count }
  }

  /// The part of a change that a configuration can make, since its values are the same for every response.
  private mutating func change(_ verdict: Verdict) -> Recipe.Change {
    guard let advice = verdict.advice else { return Recipe.Change() }
    var change = Recipe.Change(lines: advice.set, removed: advice.remove)
    if change.lines.contains(where: { $0.name == "Expires" }) {
      dated += 1
      Self.replaceDate(in: &change, verdict)
    }
    change.lines.removeAll { line in
      guard !Self.isSayable(line.value) else { return false }
      unsayable.append("\(line.name) of \(Recipe.shown(verdict.subject.request.target.pathAndQuery))")
      return true
    }
    return change
  }

  /// Replaces a date by the lifetime that it gives, since a date in a configuration soon lies in the past.
  private static func replaceDate(in change: inout Recipe.Change, _ verdict: Verdict) {
    var head = verdict.subject.stored.head
    for line in change.lines { head.fields.set(line.name, line.value) }
    for name in change.removed { head.fields.remove(name) }
    let role = verdict.settings.role
    let lifetime = FreshnessLifetime(head, receivedAt: verdict.subject.stored.receivedAt, role: role)
    change.lines.removeAll { $0.name == "Expires" }
    change.removed.append("Expires")
    guard lifetime.source == .expires, let seconds = lifetime.seconds else { return }
    let control = head.fields.combined("Cache-Control") ?? ""
    guard !head.cacheControl.contains("no-store"), !head.cacheControl.isUnqualified("no-cache") else {
      return
    }
    change.lines.removeAll { $0.name == "Cache-Control" }
    change.removed.removeAll { $0 == "Cache-Control" }
    change.lines.insert(
      FieldLine("Cache-Control", (control.isEmpty ? "" : control + ", ") + "max-age=\(seconds)"), at: 0)
  }

  /// Whether every server's configuration can hold a value without escapes: no character begins a variable, a
  /// placeholder, an escape or an expression.
  static func isSayable(_ value: String) -> Bool {
    !value.isEmpty && value.utf8.count <= longestValue
      && value.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && !"$%{}\\`".utf8.contains($0) }
      && !value.asciiLowercased.hasPrefix("expr=") && value.first != " " && value.last != " "
  }

  /// The recipe for all responses that were added.
  package var recipe: Recipe {
    var byDirectory: [ArraySlice<UInt8>: [Int]] = [:]
    for (index, answer) in answers.enumerated() { byDirectory[answer.directory, default: []].append(index) }
    /// The answers that a pattern covers, whether or not they need its change.
    func covered(_ scope: Scope) -> [Int] {
      let beginning = Array(scope.pattern.beginning.utf8)
      let isWhole = scope.pattern.plainPath != nil
      let directory = beginning[...(beginning.lastIndex(of: 0x2F) ?? 0)]
      // If the pattern covers more than one directory, look at all answers.
      let isOne = isWhole || scope.pattern.staysInDirectory
      let some = isOne ? byDirectory[directory] ?? [] : Array(answers.indices)
      return some.filter {
        answers[$0].status == scope.status && scope.pattern.matches(answers[$0].path, answers[$0].query)
      }
    }
    var isGood: [Scope: Bool] = [:]
    var rules: [Scope: Int] = [:]
    var found: [Recipe.Rule] = []
    var (unsaid, skipped) = (unsayable, 0)
    for answer in answers where !answer.change.isEmpty {
      let all = RecipePattern.candidates(for: answer.target, of: answer.file).filter(\.pattern.isSayable)
      let best = all.first { candidate in
        let scope = Scope(pattern: candidate.pattern, status: answer.status)
        if let known = isGood[scope] { return known }
        let some = covered(scope)
        let good =
          some.allSatisfy { answers[$0].change == answer.change }
          && Set(some.map { answers[$0].path }).count >= candidate.leastPaths
        isGood[scope] = good
        return good
      }
      let path = String(decoding: answer.path, as: UTF8.self)
      guard let best else {
        unsaid.append(Recipe.shown(answer.target.pathAndQuery))
        continue
      }
      let scope = Scope(pattern: best.pattern, status: answer.status)
      if let place = rules[scope] {
        if found[place].paths.last != path { found[place].paths.append(path) }
      } else if found.count < Self.mostRules {
        rules[scope] = found.count
        found.append(
          Recipe.Rule(pattern: best.pattern, status: answer.status, change: answer.change, paths: [path]))
      } else {
        skipped += 1
      }
    }
    let sorted = found.enumerated().sorted {
      ($0.element.pattern.variableCount, $0.offset) < ($1.element.pattern.variableCount, $1.offset)
    }
    return Recipe(
      isJudged: isJudged, host: host ?? "", role: role, rules: sorted.map(\.element),
      otherPaths: answers.filter(\.change.isEmpty).map { String(decoding: $0.path, as: UTF8.self) },
      remarks: remarks(unsaid, skipped: skipped))
  }

  private func remarks(_ unsaid: [String], skipped: Int) -> [String] {
    func urls(_ count: Int) -> String { count == 1 ? "1 URL" : "\(count) URLs" }
    var remarks = unsaid.prefix(Self.mostRemarks).map {
      "Not said, since no configuration can hold it as it is: \($0)."
    }
    if unsaid.count > Self.mostRemarks { remarks.append("And \(unsaid.count - Self.mostRemarks) more.") }
    if dated > 0 {
      remarks.append(
        "\(urls(dated)) with Expires: max-age says the same, since a date in a configuration passes.")
    }
    for place in contradicted.sorted().prefix(Self.mostRemarks) {
      remarks.append(
        "\(Recipe.shown(answers[place].target.pathAndQuery)) was answered in several ways: the first advice stands."
      )
    }
    if withoutURL > 0 { remarks.append("\(withoutURL) without a URL: left out.") }
    let others = otherHosts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    for (host, count) in others.prefix(Self.mostRemarks) {
      remarks.append(
        "\(urls(count)) of \(Recipe.shown(host)): left out; --host \(Recipe.shown(host)) writes theirs.")
    }
    if skipped > 0 { remarks.append("\(urls(skipped)) more: left out, since it would take too many rules.") }
    if uncounted > 0 { remarks.append("\(urls(uncounted)) more were not looked at.") }
    return remarks
  }
}

extension RecipePattern {
  /// Whether all covered URLs are in the directory that the pattern begins with.
  fileprivate var staysInDirectory: Bool {
    guard case .text(let text)? = path.first, text.contains(0x2F) else { return false }
    return path.dropFirst().allSatisfy { piece in
      switch piece {
      case .text(let text): !text.contains(0x2F)
      case .hash, .number, .name: true
      case .rest: false
      }
    }
  }
}
