/// A product that caches on the way to the client: how its answers are recognised, and what its words mean.
///
/// Each product has a file in this folder, which says all that the program knows of it. A new product is a file, its name in
/// `all`, rows in `CacheProductTests`, and a line in `docs/probes.md`.
struct CacheProduct: Sendable {
  /// A word by which a product says what it did, as its documentation explains it.
  struct Word: Sendable {
    let text: String
    let state: EdgeReport.State
    /// The action of the cache, and when it decides on it.
    let meaning: String
    /// The next setting to look at, or command to run, or what goes before the causes; nil if nothing is wrong.
    let next: String?
    /// What can be the cause.
    let causes: [Cause]

    init(
      _ text: String, _ state: EdgeReport.State, _ meaning: String, _ next: String? = nil,
      causes: [Cause] = []
    ) {
      (self.text, self.state, self.meaning, self.next) = (text, state, meaning, next)
      self.causes = causes
    }

    /// The next step, with the causes that a head does not rule out; nil if nothing is wrong.
    func next(for head: ResponseHead) -> String? {
      guard let next, !causes.isEmpty else { return next }
      let left = causes.filter { $0.isPossible(head) }
      // Where the head shows one that is enough, no setting has to be looked at.
      let shown = left.contains { $0.kind == .enough } ? left.filter { $0.kind != .setting } : left
      let words = (shown.isEmpty ? causes : shown).map(\.words)
      guard let last = words.last, words.count > 1 else { return "\(next) \(words.joined())" }
      return "\(next) \(words.dropLast().joined(separator: ", ")), or \(last)"
    }

    // What several products mean.
    static let answered = "it answered from its store"
    static let confirmed = "what it had was stale, and the origin confirmed it"
    static let replaced = "what it had was stale, and the origin sent another answer"
    static let missed = "it had nothing stored, or may store nothing"
    static let again = "if it stays so, the rule for this path, Set-Cookie, and the lifetime"
  }

  /// What can keep a product from storing an answer, with the test by which a head rules it out.
  struct Cause: Sendable {
    /// The cause in the list of a sentence.
    let words: String
    let isPossible: @Sendable (ResponseHead) -> Bool
    let kind: Kind

    /// How much a cause explains that the head does not rule out.
    enum Kind: Sendable {
      /// All, unless the product was told to pass over it.
      case enough
      /// Perhaps nothing: a setting may make up for it.
      case perhaps
      /// Nothing, as it stands in no head.
      case setting
    }

    private init(
      _ words: String, _ kind: Kind = .enough, _ isPossible: @escaping @Sendable (ResponseHead) -> Bool
    ) {
      (self.words, self.kind, self.isPossible) = (words, kind, isPossible)
    }

    static let setCookie = Cause("Set-Cookie") { $0.has(.setCookie) }

    static let varyStar = Cause("`Vary: *`") { $0.nominatedNames.contains("*") }

    /// A lifetime that is over at once: by `s-maxage`, else by `max-age`, else by Expires.
    static let noTime = Cause("a lifetime of 0") { head in
      let control = head.cacheControl
      if let seconds = control.seconds("s-maxage") ?? control.seconds("max-age") { return seconds.value == 0 }
      guard let expires = head.first(.expires) else { return false }
      guard let end = HTTPDate(expires, now: Instant(epoch: 0))?.validInstant else { return true }
      return head.first(.date).flatMap { HTTPDate($0, now: end)?.validInstant }.map { end <= $0 } ?? false
    }

    static func directive(_ name: String) -> Cause {
      Cause(name.asCode) { $0.cacheControl.contains(name) }
    }

    static func vary(_ words: String) -> Cause { Cause(words, .perhaps) { $0.has(.vary) } }

    static func noLifetime(_ words: String) -> Cause {
      Cause(words, .perhaps) {
        let control = $0.cacheControl
        return control.seconds("s-maxage") == nil && control.seconds("max-age") == nil && !$0.has(.expires)
      }
    }

    /// A setting of the product, of which no head tells.
    static func setting(_ words: String) -> Cause { Cause(words, .setting) { _ in true } }
  }

  /// A field that says what a cache did, in a response.
  struct Report {
    let field: KnownField
    /// All its lines.
    let value: String
    /// The same in lower case, which each product is asked about.
    let lowercased: String
    let head: ResponseHead

    init(field: KnownField, value: String, head: ResponseHead) {
      (self.field, self.value, self.head) = (field, value, head)
      lowercased = value.asciiLowercased
    }
  }

  /// What a product does with a response that has no lifetime.
  enum WithoutLifetime: Sendable {
    /// Nothing is known of it.
    case unknown
    /// It keeps the response for a time of its own, so that the missing lifetime explains no miss.
    case kept
    /// What it keeps and what not, as a clause.
    case said(String)
  }

  /// The fields by which a product shows its keys and tags.
  struct Debugging: Sendable {
    /// The request field that asks for them.
    let question: FieldLine
    /// The response fields that have them, in lower case.
    let answers: Set<String>
  }

  /// The cookies that a product adds to answers after its own cache, as its documentation names them.
  struct Cookies: Sendable {
    var names: Set<String> = []
    var prefixes: [String] = []

    func contains(_ name: String) -> Bool {
      names.contains(name) || prefixes.contains(where: name.hasPrefix)
    }
  }

  /// The name by which reports call it.
  let name: String
  /// The fields that no other product writes.
  var fields: [KnownField] = []
  /// The beginning of its names in Cache-Status, in lower case; nil if it writes none.
  var memberPrefix: String?
  /// Whether it has written a report in another field that several products write.
  var hasWritten: @Sendable (Report) -> Bool = { _ in false }
  /// Reads the word of the nearest cache in the value of a field.
  var word: @Sendable (KnownField, String) -> String = { _, value in lastWord(value) }
  var words: [Word] = []
  var withoutLifetime = WithoutLifetime.unknown
  /// For how many seconds it keeps a 404 that has no lifetime; nil if that is not documented, or too short to matter.
  var absenceKept: Seconds?
  /// Whether it stores an answer that sets a cookie, with the cookie or without it.
  var storesSetCookie = false
  /// The targeted field that it obeys first, before `CDN-Cache-Control` where it is another one (RFC 9213); nil if its
  /// documentation names none.
  var target: KnownField?
  /// Whether it uses a stale response by `stale-while-revalidate` beside `s-maxage`, which RFC 9111 §5.2.2.10 forbids; nil if
  /// that is neither documented nor measured.
  var usesStaleBesideSMaxAge: Bool?
  /// The lifetime for browsers, in seconds, that it writes unless it is told otherwise where the origin says less or nothing;
  /// nil if it writes none.
  var browserLifetime: Seconds?
  var cookies = Cookies()
  var debugging: Debugging?

  /// Makes a product of what `describe` sets.
  init(_ name: String, _ describe: (inout CacheProduct) -> Void) {
    self.name = name
    describe(&self)
  }

  /// Every product.
  ///
  /// If several claim a report in a field that they share, the first one in this list has written it.
  static let all =
    [
      cloudflare, cloudFront, fastly, akamai, google, netlify, nginx, pantheon, trafficServer, squid,
      apache, liteSpeed, varnish, vercel,
    ] + knownByCookies

  /// The product whose field this is; nil for a field that several products write.
  static func writer(of field: KnownField) -> CacheProduct? { writers[Int(field.rawValue)] }

  /// The products by the raw value of their fields: each response with such a field looks here.
  private static let writers = KnownField.allCases.map { field in
    all.first { $0.fields.contains(field) }
  }

  /// The product that has written a report; one of `unnamed` if no product shows itself.
  static func writer(of report: Report) -> CacheProduct {
    let found =
      switch report.field {
      case .cacheStatus: member(EdgeReport.nearest(in: report.value)?.value)
      case .age: nil as CacheProduct?
      default: writer(of: report.field) ?? all.first { $0.hasWritten(report) }
      }
    return found ?? unnamed(report.field)
  }

  /// The product that a member of Cache-Status names; nil if it names none of them.
  private static func member(_ value: StructuredField.BareItem?) -> CacheProduct? {
    guard case .string(let name)? = value else { return nil }
    return all.first { $0.memberPrefix.map(name.asciiLowercased.hasPrefix) == true }
  }

  /// Whether it is a product, and not the words of a field that several products write.
  var isNamed: Bool { Self.all.contains { $0.name == name } }

  /// Whether a product adds a cookie of this name to answers after its own cache.
  static func addsCookie(named name: String) -> Bool { all.contains { $0.cookies.contains(name) } }

  /// The product's own word of this spelling, in any case; nil if it has none.
  func word(spelled text: String) -> Word? { words.first { $0.text.equalsIgnoringASCIICase(text) } }

  /// The first word of the last member of a value, which the nearest cache has added.
  static func lastWord(_ value: String) -> String { firstWord(value.parts(between: ",").last ?? "") }

  /// The first word of a text; after the word of a cache comes its name.
  static func firstWord(_ text: String) -> String { text.parts(between: " ").first ?? "" }
}
