/// The advice for many URLs of one host, as rules by path, from which a server's configuration is written.
///
/// A rule covers only those judged URLs that need exactly its change.
package struct Recipe: Sendable {
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
    /// The fields that take the place of those that came.
    var lines: [FieldLine] = []

    /// What is added to the lists of fields, which keep what they have.
    var added: [FieldLine] = []

    var removed: [String] = []

    var isEmpty: Bool { lines.isEmpty && added.isEmpty && removed.isEmpty }

    /// The value of Cache-Control that is sent; nil if the field stays as it came.
    var control: String? { lines.first { $0.name == "Cache-Control" }?.value }

    /// The names of the fields that are set, added to or left out.
    var names: [String] { lines.map(\.name) + added.map(\.name) + removed }

    /// The fields that an answer is asked for before it is changed.
    ///
    /// With Cache-Control, Expires and Pragma are: servers set or leave out the three together.
    var fields: [String] {
      let own = names
      let base = own.contains("Cache-Control") ? Array(RecipeValues.names.prefix(3)) : []
      return base + Set(own).subtracting(base).sorted()
    }
  }

  /// A change for the answers of some patterns that are as the judged ones were.
  struct Rule: Sendable, Hashable {
    var patterns: [RecipePattern]
    let status: Status

    /// The types that the judged answers had; one is empty where an answer with content had none.
    let types: [String]

    let change: Change

    /// What `change.fields` were in the judged answers, at least one.
    let values: [[RecipeValues.Form]]

    /// Whether the judged answers set cookies; else an answer that sets one is left as it is.
    let mayHaveCookie: Bool

    /// Whether an answer to a request with a cookie is left as it is, since it may be one visitor's.
    let leavesVisitors: Bool

    /// Whether no kind of cache may store more by it, or use it for longer.
    let isTightening: Bool

    /// Whether the URLs hold a version.
    let isVersioned: Bool

    /// The checks that a judged answer did not meet, and meets once it is changed.
    let unmet: Set<String>

    /// The family all of whose judged members it changes; nil for some of one, and for names.
    var family: Family?

    /// The judged URLs that it changes, as path and query, each once.
    var paths: [String]

    /// Whether it names URLs that the next release does not have.
    var isOfRelease: Bool { isVersioned && patterns.allSatisfy(\.isPlain) }
  }

  /// Whether there was a response to judge.
  let isJudged: Bool

  /// The host of the first URL, whose server is configured.
  let host: String

  /// The first URL that was judged; nil if none was.
  let firstURL: String?

  /// The kind of cache that the advice is for.
  let role: CacheRole

  /// The rules; no answer that was judged is one of a rule with another change than its own.
  let rules: [Rule]

  /// The changes that the answers of each path need, of whatever query and status; an empty one for those that need none.
  let changes: [String: Set<Change>]

  /// Remarks on advice that the configuration leaves out, a sentence each.
  let remarks: [String]

  /// Whether something is to be changed, said by a rule or not.
  var isAdvised: Bool { !rules.isEmpty || changes.values.contains { $0.contains { !$0.isEmpty } } }
}

/// Collects the advice of a run for a recipe.
package struct RecipeDraft: Sendable {
  /// The key of a response: equal for responses of one URL that no rule tells apart.
  private struct Key: Hashable, Sendable {
    let text: String
    let status: Recipe.Status
    let type: String?
    let values: RecipeValues?
    let hasCookie: Bool
  }

  private var answers: [RecipeAnswer] = []
  private var places: [Key: Int] = [:]
  private var isJudged = false
  private var host: String?
  private var firstURL: String?
  private var role = CacheRole.private
  private var unsayable: [String] = []
  private var otherHosts: [String: Int] = [:]
  private var withoutURL = 0
  private var contradicted: Set<Int> = []
  private var dated = 0
  private var uncounted = 0
  private var logins = 0
  private var checks: [String: Expectation] = [:]

  /// The most answers that are used; the others are left out, and a remark says so.
  private static let mostAnswers = 10_000
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
    if host == nil { (host, role, firstURL) = (target.host, verdict.settings.role, target.absolute) }
    guard target.host == host else {
      if verdict.advice != nil, otherHosts.count < Self.mostAnswers {
        otherHosts[target.host, default: 0] += 1
      }
      return
    }
    guard !request.fields.contains("Authorization") else {
      if verdict.advice != nil { logins += 1 }
      return
    }
    // No configuration of the origin changes what an edge answers by itself.
    let change = target.path.hasPrefix(URLVersion.ofEdge) ? Recipe.Change() : change(verdict)
    var answer = RecipeAnswer(verdict, change)
    // What is signed anew, or holds the time of its request, never comes again.
    guard !answer.member.isUnique else { return }
    let key = Key(
      text: answer.text, status: answer.status, type: answer.type, values: answer.values,
      hasCookie: answer.hasCookie)
    answer.unmet = unmet(change, verdict)
    guard let place = places[key] else {
      guard answers.count < Self.mostAnswers else { return uncounted += 1 }
      places[key] = answers.count
      answers.append(answer)
      return
    }
    if answers[place].change.isEmpty {
      answers[place] = answer
    } else if change == answers[place].change {
      answers[place].merge(answer)
    } else if !change.isEmpty {
      contradicted.insert(place)
    }
  }

  /// The checks that an answer does not meet, and that it meets once it is changed.
  private mutating func unmet(_ change: Recipe.Change, _ verdict: Verdict) -> Set<String> {
    guard !change.isEmpty else { return [] }
    let after = RecipeAnswer.changed(verdict, change, role: verdict.settings.role)
    func holds(_ text: String, of verdict: Verdict) -> Bool? {
      let known = checks[text]
      guard let check = known ?? Expectation(text, isFetch: false, duration: { Seconds($0) }) else {
        return nil
      }
      if known == nil, checks.count < Self.mostAnswers { checks[text] = check }
      return check.shortfall(verdict) == nil
    }
    let unmet = (change.checks + change.checksOfText).filter {
      holds($0, of: verdict) == false && holds($0, of: after) == true
    }
    // nginx sends the lifetime in a line of its own.
    let line = NginxRecipe.sent(change).checksOfText.filter { holds($0, of: verdict) == false }
    return Set(unmet + line)
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
    let fields = verdict.subject.stored.head.fields
    for line in change.lines where line.name != "Cache-Control" {
      // What only grows is added to whatever an answer has.
      let (old, new) = (fields.members(line.name), FieldSection([line]).members(line.name))
      func has(_ list: [String], _ member: String) -> Bool {
        list.contains { $0.equalsIgnoringASCIICase(member) }
      }
      guard old.allSatisfy({ has(new, $0) }) else { continue }
      change.lines.removeAll { $0 == line }
      change.added.append(
        FieldLine(line.name, new.filter { !has(old, $0) }.joined(separator: ", ")))
    }
    change.added.removeAll { $0.value.isEmpty }
    // A server that does not see a coding any more codes the content again.
    let unsaid = (change.lines + change.added).filter { !Self.isSayable($0.value) || $0.name == Self.coding }
    let names = unsaid.map(\.name) + change.removed.filter { $0 == Self.coding }
    for name in names {
      unsayable.append("\(name) of \(Recipe.shown(verdict.subject.request.target.pathAndQuery))")
    }
    change.lines.removeAll(where: unsaid.contains)
    change.added.removeAll(where: unsaid.contains)
    change.removed.removeAll { $0 == Self.coding }
    return change
  }

  /// The field that tells how the content is coded, which no rule changes.
  private static let coding = "Content-Encoding"

  /// Whether a configuration can compare a value that came.
  static func isExact(_ value: String) -> Bool {
    value.utf8.count <= longestValue / 4 && value.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
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
    let plan = RecipePlan(answers)
    let unsaid = unsayable + plan.unsaid.map { Recipe.shown(answers[$0].target.pathAndQuery) }
    return Recipe(
      isJudged: isJudged, host: host ?? "", firstURL: firstURL, role: role, rules: plan.rules,
      changes: Dictionary(grouping: answers, by: \.pathText).mapValues { Set($0.map(\.change)) },
      remarks: remarks(unsaid, skipped: plan.skipped) + leftOut(plan) + cookieRemarks)
  }

  /// What gets no rule, whatever the server.
  private func leftOut(_ plan: RecipePlan) -> [String] {
    var remarks: [String] = []
    func add(_ indices: [Int], _ why: (RecipeAnswer) -> String) {
      guard let first = indices.first else { return }
      let more = indices.count > 1 ? " and \(indices.count - 1) more" : ""
      remarks.append("\(Recipe.shown(answers[first].text))\(more) \(why(answers[first])): left out.")
    }
    add(plan.contradicted) { "came as another kind than the name says (\(Recipe.shown($0.type ?? "")))" }
    add(plan.doubtful) { _ in "may hold a version in the name, or a word" }
    if logins > 0 {
      remarks.append("\(logins == 1 ? "1 URL" : "\(logins) URLs") asked with Authorization: left out.")
    }
    return remarks
  }

  /// Where the files of a page set a cookie: how they are kept from it, so that shared caches may have them.
  private var cookieRemarks: [String] {
    let paths = answers.filter { $0.hasCookie && $0.status == .success && $0.member.traits.kind.isPartOfPage }
      .map {
        Recipe.shown($0.pathText)
      }
    guard let first = paths.first else { return [] }
    let more = paths.count > 1 ? " and \(paths.count - 1) more" : ""
    return [
      "A file that sets a cookie, \(first)\(more): drop the cookie where the application sets it, and shared caches may have it."
    ]
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
