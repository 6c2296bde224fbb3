extension Rule {
  /// Remarks: facts about a response that are worth knowing, and ask nobody to do anything.
  static let remarks: [Rule] = [
    .fieldsNotRecorded, .lifetimeIsAGuess, .lifetimeDiffersPrivateShared, .publicNotNeeded,
    .directiveHasNoEffect, .noCacheIsNotNoStore, .directiveRepeated, .directiveUnknown, .legacyDirective,
    .expiresOverridden, .expiresMeansExpired, .validatorMissing, .tinyDownload, .etagWeak, .pragmaInResponse,
    .noStoreAndBFCache, .cookieOfDelivery, .targetedFieldOverrides, .otherQueriesAnswered, .byteOrderMark,
    .browserLifetimeOfEdge, .contentChangesEachTime, .contentNotCompared,
  ]

  static let fieldsNotRecorded = Self("fields-not-recorded", .notes, "HAR 1.2, headers") {
    "this \($0.number) was recorded without any field, as some browsers do for what their own cache or a service worker "
      + "answered: whether it may be stored cannot be told"
  }
  static let lifetimeIsAGuess = Self("lifetime-is-a-guess", .notes, "RFC 9111 §4.2.2") {
    "no lifetime was sent, so caches guess; this one takes \(Settings.heuristicShare) of the time since the last change: "
      + "(\($0.shown) − Last-Modified) × \(Settings.heuristicPercentage) = \($0.age) × \(Settings.heuristicPercentage) = "
      + "\($0.lifetime); others guess otherwise, or not at all"
  }
  static let lifetimeDiffersPrivateShared = Self(
    "lifetime-differs-private-shared", .notes, "RFC 9111 §4.2.1"
  ) {
    "a private cache has \($0.lifetimeOfPrivateCaches), a shared cache \($0.lifetimeOfSharedCaches)"
  }
  static let publicNotNeeded = Self("public-not-needed", .notes, "RFC 9111 §5.2.2.9") {
    "public changes nothing here: every cache may store this \($0.number) without it; it matters where the request carries "
      + "Authorization"
  }
  static let directiveHasNoEffect = Self(
    "directive-has-no-effect", .notes, "RFC 9111 §5.2.2, RFC 8246 §2"
  ) { $0.idleDirective }
  static let noCacheIsNotNoStore = Self(
    "no-cache-is-not-no-store", .notes, "RFC 9111 §5.2.2.4",
    "no-cache lets a cache store the response, and has the origin confirm it at each use; only no-store keeps it out of every "
      + "cache")
  static let directiveRepeated = Self("directive-repeated", .notes, "RFC 9111 §4.2.1") {
    "\($0.brief) stands \($0.number) times with the same meaning, which changes nothing: two places of the configuration write "
      + "it, as nginx's expires and add_header do"
  }
  static let directiveUnknown = Self("directive-unknown", .notes, "RFC 9111 §5.2.3") {
    "\($0.brief) is no directive that this cache knows, and is ignored as an extension"
  }
  static let legacyDirective = Self("legacy-directive", .notes, "RFC 9111 §5.2.3") {
    "\($0.brief) was an extension of Internet Explorer: caches ignore it"
  }
  static let expiresOverridden = Self("expires-overridden", .notes, "RFC 9111 §5.3") {
    "\($0.brief) overrides Expires: fresh for \($0.lifetime), where Expires gives \($0.age) to a cache that does not read it"
  }
  static let expiresMeansExpired = Self("expires-means-expired", .notes, "RFC 9111 §5.3") {
    "Expires (\($0.brief)) says that the response is expired, as programs write it that want each use confirmed"
  }
  static let validatorMissing = Self("validator-missing", .notes, "RFC 9110 §8.8") {
    "there is neither ETag nor Last-Modified: the next use after the lifetime (\($0.lifetime)) is a full download"
  }
  static let tinyDownload = Self("tiny-download", .notes, "RFC 9111 §4.3") {
    "each use is a full download, and asking would cost as much: the length of the content is \($0.number)"
  }
  static let etagWeak = Self("etag-weak", .notes, "RFC 9110 §8.8.1") {
    "the entity tag \($0.brief) is weak: it confirms a stored response, but identifies no exact bytes, so no range can be asked "
      + "for by it"
  }
  static let pragmaInResponse = Self(
    "pragma-in-response", .notes, "RFC 9111 §5.4",
    "Pragma has no meaning in a response, and caches ignore it; browsers alone (Chromium, Firefox and WebKit) take its no-cache"
      + " for that of Cache-Control"
  )
  static let cookieOfDelivery = Self("cookie-of-delivery", .notes, "RFC 9111 §5.1") {
    "a cache on the way gave this from its store, and writes its cookie (\($0.shown)) when it delivers it: "
      + ($0.amount.map { "\($0) answers brought as many values" }
        ?? "the answer forbids to store it as it stands")
  }
  static let targetedFieldOverrides = Self("targeted-field-overrides", .notes, "RFC 9213 §2.2") {
    "caches that know \($0.named) go by it (\($0.brief)), and by neither Cache-Control nor Expires; others do not read it"
  }
  static let otherQueriesAnswered = Self(
    "other-queries-answered", .notes, "draft-ietf-httpbis-no-vary-search §7"
  ) {
    let rule = $0.value.flatMap { NoVarySearch($0) }
    return "it also answers URLs whose query \(rule?.words ?? "…"): "
      + (rule?.isExceptAlone == true
        ? "so the draft says; browsers ignore except without params before it, and fetch with --match-no-vary-search reuses it "
          + "for them"
        : "Chrome and Edge since 141 and Firefox since 154 reuse it for them, and so does fetch with --match-no-vary-search")
  }
  static let byteOrderMark = Self(
    "byte-order-mark", .notes, "RFC 3629 §6",
    "the text begins with a byte order mark, as some editors and shells write it; it is not part of the head")
  static let browserLifetimeOfEdge = Self("browser-lifetime-of-edge", .notes, "Cloudflare, Browser Cache TTL")
  {
    "max-age=\($0.number) is also what Cloudflare's Browser Cache TTL writes where the origin says less, or nothing: the origin alone, "
      + "asked with --against-connect-to, shows what it sends"
  }
  static let contentChangesEachTime = Self("content-changes-each-time", .notes, "RFC 9110 §8.8") {
    "two equal requests got different content, "
      + ($0.value == "304"
        ? "and the validators of the first are answered 304 all the same"
        : "so that no stored response is ever confirmed, and each use is a full download of \($0.number) bytes")
      + "; nothing was tried that rests on equal content"
  }
  static let contentNotCompared = Self("content-not-compared", .notes, "RFC 9110 §8.8") {
    "the content of the two deployments is not compared: \($0.shown)"
  }
  static let noStoreAndBFCache = Self(
    "no-store-and-bfcache", .notes, "RFC 9111 §6",
    "with no-store on a page, going back loads it anew in Firefox and Safari; Chrome restores it for 3 minutes, unless a cookie "
      + "changed")
}

extension Reason {
  /// The most characters of a value from outside that a remark shows.
  private static let longest = 80

  /// The value as read, cut if it is long; dots if the rule is described without a response.
  fileprivate var brief: String { Self.brief(shown) }

  fileprivate static func brief(_ text: String) -> String {
    text.count > longest ? "\(text.prefix(longest - 1))…" : text
  }

  /// The lifetime in private caches: the first number, by the source.
  fileprivate var lifetimeOfPrivateCaches: String { Self.lifetime(amount, by: source?.rawValue) }

  /// The lifetime in shared caches: the second number, by the value.
  fileprivate var lifetimeOfSharedCaches: String { Self.lifetime(otherAmount, by: value) }

  /// A lifetime with its source; dots if the rule is described without a response.
  private static func lifetime(_ seconds: Int64?, by source: String?) -> String {
    guard let source else { return "a lifetime of … (…)" }
    guard let seconds else { return "no lifetime" }
    return source == FreshnessLifetime.Source.heuristic.rawValue
      ? "a guessed lifetime of \(formatDuration(seconds))"
      : "a lifetime of \(formatDuration(seconds)) (\(source))"
  }

  /// Why a directive has no effect beside the others of its response.
  fileprivate var idleDirective: String {
    switch value.map({ String($0.prefix { $0 != "=" }) }) {
    case "immutable": "immutable holds while a response is fresh, and nothing here says for how long"
    case "must-revalidate":
      "must-revalidate applies once the response is stale, and gives no lifetime itself"
    case "s-maxage": "\(brief) is for shared caches; this private cache does not read it"
    case "stale-while-revalidate", "stale-if-error":
      "\(brief) permits using a stale response, which must-revalidate or no-cache beside it forbids"
    default: "\(brief) has no effect beside the other directives of the response"
    }
  }
}

extension NoVarySearch {
  /// The clause after "whose query" about the other URLs for which a cache may reuse the response.
  fileprivate var words: String {
    let order = "has its parameters in another order"
    switch counted {
    case .allBut([]): return order
    case .allBut(let names):
      return "differs in \(Self.brief(names)) only" + (ignoresOrder ? ", or \(order)" : "")
    case .only([]): return "is any other"
    case .only(let names):
      return "has the same \(Self.brief(names)), whatever else it holds"
        + (ignoresOrder ? ", in any order" : "")
    }
  }

  /// The names of parameters, cut if they are long.
  private static func brief(_ names: [String]) -> String {
    Reason.brief(names.joined(separator: ", "))
  }
}
