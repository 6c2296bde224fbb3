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

    /// The lines that came of the fields that are replaced or left out, but for those that a lifetime makes pointless: only
    /// where an answer has them, it is changed.
    var before: [FieldLine] = []

    var isEmpty: Bool { lines.isEmpty && added.isEmpty && removed.isEmpty }

    /// The value of Cache-Control that is sent; nil if the field stays as it came.
    var control: String? { lines.first { $0.name == "Cache-Control" }?.value }

    /// The fields that say nothing beside a lifetime in Cache-Control.
    static let pointless = ["Expires", "Pragma", "Warning"]

    /// The fields to leave out, whatever they say.
    var freelyRemoved: [String] { removed.filter(Self.pointless.contains) }

    /// The fields that are changed only where they are as they came: their name, the lines that came, and the value that
    /// takes their place, which is empty for one that is left out.
    var exact: [(name: String, before: [String], value: String)] {
      let names = (lines.map(\.name) + removed).filter {
        $0 != "Cache-Control" && !Self.pointless.contains($0)
      }
      return names.map { name in
        (name, before.filter { $0.name == name }.map(\.value), lines.first { $0.name == name }?.value ?? "")
      }
    }
  }

  /// What keeps an answer as it came, although a rule covers its URL: it is for one user, or its owner keeps caches from using
  /// it, and the judged answer did not say so.
  enum Bar: String, Sendable, CaseIterable {
    case noStore = "no-store"
    case onlyPrivate = "private"
    case noCache = "no-cache"
    case cookie

    /// The directives among the bars, in the order in which a configuration names them.
    static let directives: [Bar] = [.noStore, .onlyPrivate, .noCache]

    /// The bars of a response, as servers find them: by the word, wherever it stands in the field.
    static func all(in fields: FieldSection) -> Set<Bar> {
      let control = fields.combined("Cache-Control")?.asciiLowercased ?? ""
      var found = Set(directives.filter { control.holds($0.rawValue) })
      if fields.combined("Pragma")?.asciiLowercased.holds("no-cache") == true { found.insert(.noCache) }
      if fields.contains("Set-Cookie") { found.insert(.cookie) }
      return found
    }
  }

  /// The change for the URLs of some patterns.
  struct Rule: Sendable, Hashable {
    /// One pattern of many URLs, or those of single URLs.
    let patterns: [RecipePattern]
    let status: Status

    /// What is changed; nothing in an exception to a later rule.
    let change: Change

    /// The bars that the judged answers had, and that therefore keep no answer from being changed.
    let passes: Set<Bar>

    /// Whether an answer to a request with a cookie keeps its lines, since it may be one visitor's.
    var leavesVisitors = false

    /// The judged paths that it changes, each once.
    var paths: [String] = []

    /// The directives that keep an answer as it came.
    var bars: [Bar] { Bar.directives.filter { !passes.contains($0) } }

    /// Whether a rule reaches an answer of a URL that it covers.
    func reaches(_ bars: Set<Bar>) -> Bool { bars.isSubset(of: passes) }

    func covers(_ path: [UInt8], _ query: [UInt8]?) -> Bool { patterns.contains { $0.matches(path, query) } }
  }

  /// A judged answer that needs a change, for servers whose rules can't look at an answer.
  struct Single: Sendable {
    let pattern: RecipePattern
    let path: String
    let change: Change
    /// The lines of Cache-Control that came.
    let control: [String]
  }

  /// A judged answer.
  struct Judged: Sendable, Equatable {
    let path: [UInt8]
    let query: [UInt8]?
    let status: Status
    let bars: Set<Bar>
    let change: Change
  }

  /// Whether there was a response to judge.
  let isJudged: Bool

  /// The host of the first URL, whose server is configured.
  let host: String

  /// The first URL that was judged; nil if none was.
  let firstURL: String?

  /// The kind of cache that the advice is for.
  let role: CacheRole

  /// The rules; the first that covers a URL with its status counts.
  let rules: [Rule]

  /// The judged successes that need a change, each on its own.
  let singles: [Single]

  /// The paths of judged answers that need no change; the answers to another query or with another status may have a
  /// rule.
  let otherPaths: [String]

  /// Every judged URL, as path and query.
  let judged: [Judged]

  /// Remarks on advice that the configuration leaves out, a sentence each.
  let remarks: [String]

  /// How many judged paths the rules cover.
  var urlCount: Int { Set(rules.flatMap(\.paths)).count }
}

/// Collects the advice of a run for a recipe.
package struct RecipeDraft: Sendable {
  /// The key of a response: equal for responses of one URL with one kind of status.
  private struct Key: Hashable, Sendable {
    let text: [UInt8]
    let status: Recipe.Status
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
    let (path, query) = (RecipePattern.sent(target.path), target.query.map(RecipePattern.sent))
    let key = Key(text: path + (query.map { [0x3F] + $0 } ?? []), status: Recipe.Status(head.status))
    // What is signed anew, or holds the time of its request, never comes again.
    guard !FamilyMember(verdict).isUnique else { return }
    // No configuration of the origin changes what an edge answers by itself.
    let change = target.path.hasPrefix(URLVersion.ofEdge) ? Recipe.Change() : change(verdict)
    let isAskedByLogin = request.fields.contains("Authorization")
    guard !isAskedByLogin || change.isEmpty else { return logins += 1 }
    let fields = (verdict.subject.receivedHead ?? head).fields
    if let place = places[key] {
      if answers[place].change.isEmpty, !change.isEmpty {
        answers[place].replace(with: change, fields)
      } else if !change.isEmpty, change != answers[place].change {
        contradicted.insert(place)
      } else if !change.isEmpty {
        answers[place].bars.formIntersection(Recipe.Bar.all(in: fields))
      }
      return
    }
    guard answers.count < Self.mostAnswers else { return uncounted += 1 }
    places[key] = answers.count
    let kind = AssetKind(head, at: target)
    let file = NamedFile(verdict.subject, verdict.context)
    answers.append(
      RecipeAnswer(
        target: target, file: file, path: path, query: query, status: key.status, change: change,
        fields: fields, isNamedByContent: file.kind == .code && URLNaming(verdict).version != nil,
        isAsset: kind.isPartOfPage, place: RecipeShape.Placed(target, of: file, kind: kind),
        isTightened: change.isEmpty || change.tightens(verdict),
        wasAskedWithCookie: request.fields.contains("Cookie")))
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
    let replaced = (change.lines.map(\.name) + change.removed).filter {
      $0 != "Cache-Control" && !Recipe.Change.pointless.contains($0)
    }
    change.before = replaced.flatMap { name in
      fields.values(name).map { FieldLine(name, String(decoding: $0, as: UTF8.self)) }
    }
    let unreadable = Set(change.before.filter { !Self.isExact($0.value) }.map(\.name))
    let whole = change
    // A server that does not see a coding any more codes the content again.
    func isLeftOut(_ line: FieldLine) -> Bool {
      !Self.isSayable(line.value) || unreadable.contains(line.name) || line.name == Self.coding
    }
    if change.removed.contains(Self.coding) {
      unsayable.append("\(Self.coding) of \(Recipe.shown(verdict.subject.request.target.pathAndQuery))")
    }
    for line in whole.lines + whole.added where isLeftOut(line) {
      unsayable.append("\(line.name) of \(Recipe.shown(verdict.subject.request.target.pathAndQuery))")
    }
    change.lines.removeAll(where: isLeftOut)
    change.added.removeAll(where: isLeftOut)
    change.removed.removeAll { unreadable.contains($0) || $0 == Self.coding }
    change.before.removeAll { unreadable.contains($0.name) || $0.name == Self.coding }
    return change
  }

  /// The field that tells how the content is coded, which no rule changes.
  private static let coding = "Content-Encoding"

  /// Whether a configuration can compare a value that came.
  private static func isExact(_ value: String) -> Bool {
    isSayable(value) && !value.utf8.contains { [0x22, 0x27].contains($0) }
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
      singles: answers.indices.filter { answers[$0].status == .success && !answers[$0].change.isEmpty }.map {
        let answer = answers[$0]
        return Recipe.Single(
          pattern: plan.name(of: $0), path: answer.text, change: answer.change, control: answer.control)
      }.filter(\.pattern.isSayable),
      otherPaths: answers.filter(\.change.isEmpty).map(\.text),
      judged: answers.map {
        Recipe.Judged(path: $0.path, query: $0.query, status: $0.status, bars: $0.bars, change: $0.change)
      },
      remarks: remarks(unsaid, skipped: plan.skipped) + cookieRemarks + lifeRemarks(plan.rules))
  }

  /// Where the files of a page set a cookie: how they are kept from it, so that shared caches may have them.
  private var cookieRemarks: [String] {
    let paths = answers.filter { $0.isAsset && $0.bars.contains(.cookie) }.map { Recipe.shown($0.text) }
    guard let first = paths.first else { return [] }
    let more = paths.count > 1 ? " and \(paths.count - 1) more" : ""
    return [
      "A file that sets a cookie, \(first)\(more): drop the cookie where the application sets it, and shared caches may have it."
    ]
  }

  /// What the rules leave out, and for how long they are good.
  private func lifeRemarks(_ rules: [Recipe.Rule]) -> [String] {
    var remarks: [String] = []
    if rules.contains(where: \.leavesVisitors) {
      remarks.append(
        "What a visitor with a cookie is answered stays as it came, but for scripts, styles, fonts and pictures, and where a rule"
          + " only tightens.")
    }
    let names = Set(
      rules.filter { $0.status == .success && !$0.change.isEmpty }.flatMap(\.patterns).compactMap(\.plainPath)
    )
    let versioned = answers.count { names.contains($0.text) && $0.isNamedByContent }
    if versioned > 0 {
      let urls = versioned == 1 ? "1 URL is" : "\(versioned) URLs are"
      remarks.append("\(urls) named with the version of this release: write the file anew for each release.")
    }
    return remarks
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
    if logins > 0 { remarks.append("\(urls(logins)) asked with Authorization: left out.") }
    if uncounted > 0 { remarks.append("\(urls(uncounted)) more were not looked at.") }
    return remarks
  }
}

extension Recipe.Change {
  /// Whether no kind of cache may store more by the change than it may the response as it came, or use it for longer.
  fileprivate func tightens(_ verdict: Verdict) -> Bool {
    let subject = verdict.subject
    var (before, after) = (subject.stored, subject.stored)
    // Of what is malformed, caches read one thing or another.
    let members = before.head.fields.members("Cache-Control").filter(Self.isPlain)
    before.head.fields.remove("Cache-Control")
    if !members.isEmpty { before.head.fields.set("Cache-Control", members.joined(separator: ", ")) }
    for line in lines { after.head.fields.set(line.name, line.value) }
    for name in removed { after.head.fields.remove(name) }
    return CacheRole.allCases.allSatisfy { role in
      var settings = verdict.settings
      settings.role = role
      func judged(_ stored: StoredResponse) -> (isStorable: Bool, lifetime: Seconds) {
        let verdict = Verdict(
          Subject(origin: subject.origin, request: subject.request, stored: stored), now: stored.receivedAt,
          settings: settings)
        return (
          verdict.isStorable == true,
          verdict.isRevalidatedEachTime ? 0 : verdict.freshness.lifetime.seconds ?? 0
        )
      }
      let (old, new) = (judged(before), judged(after))
      return !new.isStorable || old.isStorable && new.lifetime <= old.lifetime
    }
  }

  /// Whether every cache reads a member of Cache-Control alike: a name, and a number or a quoted text.
  private static func isPlain(_ member: String) -> Bool {
    let rest = member.utf8.drop { $0.isLetter || $0 == 0x2D }
    guard rest.count < member.utf8.count, let equals = rest.first else {
      return !member.isEmpty && rest.isEmpty
    }
    let value = rest.dropFirst()
    return equals == 0x3D && (value.first == 0x22 || !value.isEmpty && value.allSatisfy(\.isDigit))
  }
}
