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

    /// What a request and its answer show beside a word that says that the store was passed over, as a clause; nil if nothing
    /// there can be why.
    func beside(_ request: RequestHead, _ head: ResponseHead) -> String? {
      guard Self.ofPassing.contains(text.asciiLowercased) else { return nil }
      let asks =
        CacheControl(request.fields).isUnqualified("no-cache") || request.fields.first("Pragma") == "no-cache"
      let shown = [
        request.fields.contains("Authorization") ? "Authorization of the request" : nil,
        asks ? "`no-cache` of the request" : nil,
        head.cacheControl(for: .shared).isUnqualified("no-cache") ? "`no-cache` of the answer" : nil,
      ].compactMap(\.self)
      return shown.isEmpty ? nil : "beside \(shown.joined(separator: " and "))"
    }

    /// The words, in lower case, by which products say that this request or its answer was kept from the store.
    private static let ofPassing: Set = ["bypass", "pass", "fwd=bypass", "uncacheable", "skipped"]

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

  /// What one cache said in a field that many products write.
  struct Report {
    /// The name of the field, in lower case.
    let name: String
    /// The member of that cache in the value, in lower case, which each product is asked about.
    let lowercased: String
    let head: ResponseHead

    init(name: String, member: String, head: ResponseHead) {
      (self.name, lowercased, self.head) = (name.asciiLowercased, member.asciiLowercased, head)
    }
  }

  /// Where a product stands between the client and the origin, if the response does not show it; the client's side first.
  enum Place: Int, Sendable {
    /// A delivery network, which stands before whatever it is put before.
    case network
    /// A host of sites, with a cache in front of its machines.
    case platform
    /// What is not known by name.
    case unnamed
    /// A server that a site runs, beside or in front of the application.
    case server
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
  /// A part of the names of fields in lower case by which sites and vendors name this product, as `varnish` of
  /// `X-Varnish-Cache`; nil if there is none.
  var inNames: String?
  /// Whether a field with that part of a name is written by the configuration of a site, and not by the product as such.
  var isNamedBySites = false
  /// What its members of Via hold, in lower case; nil if it writes none that tells it from others.
  var inVia: String?
  /// The value of Server that it writes over that of what is behind it, in lower case; nil if it leaves Server as it is.
  var server: String?
  var place = Place.network
  /// The beginning of its names in Cache-Status, in lower case; nil if it writes none.
  var memberPrefix: String?
  /// Whether it has written a report in another field that several products write.
  var hasWritten: @Sendable (Report) -> Bool = { _ in false }
  /// Whether a value of its field is that of one cache, and not a list of the caches in line.
  var writesAlone = false
  /// Whether the first member of its own field is that of the cache nearest to the client.
  var writesNearestFirst = false
  /// Reads the word in the member of one cache.
  var word: @Sendable (String) -> String = firstWord
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

  /// Every product; of networks before one another, the one that stands here first is the one on the client's side.
  ///
  /// If several claim a report in a field that they share, the first one in this list has written it.
  static let all =
    [
      cloudflare, cloudFront, fastly, akamai, google, azureFrontDoor, netlify, vercel, hostinger, kinsta,
      pantheon,
      kong, apisix, trafficServer, squid, apache, liteSpeed, varnish, nginx,
    ] + knownByCookies

  /// The product whose field this is; nil for a field that several products write.
  static func writer(of field: KnownField) -> CacheProduct? { writers[Int(field.rawValue)] }

  /// The products by the raw value of their fields: each response with such a field looks here.
  private static let writers = KnownField.allCases.map { field in
    all.first { $0.fields.contains(field) }
  }

  /// The product that has written a report in a field of this name, which several products may write; nil if none shows itself.
  static func writer(of report: Report) -> CacheProduct? {
    if let named = all.first(where: { $0.inNames.map(report.name.holds) == true }) { return named }
    return all.first { $0.hasWritten(report) }
  }

  /// The product that a member of Cache-Status names; nil if it names none of them.
  static func member(named name: String) -> CacheProduct? {
    all.first { $0.memberPrefix.map(name.asciiLowercased.hasPrefix) == true }
  }

  /// The place among all products, the client's side first.
  var rank: Int {
    place.rawValue * Self.all.count + (Self.all.firstIndex { $0.name == name } ?? 0)
  }

  /// Whether it is a product, and not the words of a field that several products write.
  var isNamed: Bool { Self.all.contains { $0.name == name } }

  /// Whether a product adds a cookie of this name to answers after its own cache.
  static func addsCookie(named name: String) -> Bool { all.contains { $0.cookies.contains(name) } }

  /// The product's own word of this spelling, in any case; nil if it has none.
  func word(spelled text: String) -> Word? { words.first { $0.text.equalsIgnoringASCIICase(text) } }

  /// The first word of a text; after the word of a cache comes its name.
  static func firstWord(_ text: String) -> String { text.parts(between: " ").first ?? "" }
}
