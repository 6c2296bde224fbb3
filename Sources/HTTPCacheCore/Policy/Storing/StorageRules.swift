/// RFC 9111 §3 and §3.5, rule by rule.
enum StorageRules {
  static func reasons(_ exchange: Exchange, settings: Settings) -> [Reason] {
    let control = exchange.head.cacheControl(for: settings.role)
    var reasons: [Reason] = []
    reasons.reserveCapacity(4)
    addProhibitions(exchange, control, settings, to: &reasons)
    let count = reasons.count
    if exchange.request.method == "POST", answersLaterGET(exchange, control) {
      reasons.append(
        Reason(
          .postContentLocation, field: "Content-Location",
          value: exchange.head.fields.first("Content-Location")))
    }
    addPermissions(exchange.head, control, settings.role, to: &reasons)
    // `nothingAllowsStoring` suggests a lifetime, which would not help if another rule forbids storing.
    if reasons.count == count, !reasons.has(.forbids) {
      reasons.append(Reason(.nothingAllowsStoring, amount: Int64(exchange.head.status)))
    }
    // The limit follows the capacity, so that it is 0 bytes where the cache is switched off.
    if !settings.isCacheOff, let reason = size(exchange, settings) { reasons.append(reason) }
    return reasons
  }

  /// The rules that forbid storing.
  static func prohibitions(_ exchange: Exchange, settings: Settings) -> [Reason] {
    var reasons: [Reason] = []
    addProhibitions(exchange, exchange.head.cacheControl(for: settings.role), settings, to: &reasons)
    return reasons
  }

  private static func addProhibitions(
    _ exchange: Exchange, _ control: CacheControl, _ settings: Settings, to reasons: inout [Reason]
  ) {
    let (request, head) = (exchange.request, exchange.head)
    let isPart = head.status == 206 && head.isPart
    if request.method == "HEAD" {
      reasons.append(Reason(.headNotKept))
    } else if request.method != "GET", !answersLaterGET(exchange, control) {
      reasons.append(Reason(.methodNotStorable, value: request.method))
    }
    if head.isInterim { reasons.append(Reason(.statusNotFinal, amount: Int64(head.status))) }
    if let reason = StatusRules.prohibition(head.status) { reasons.append(reason) }
    // A 304 to an unsafe method confirms nothing: what was stored is invalidated, and no body is used.
    let confirms = head.status == 304 && !reasons.cites(.methodNotStorable)
    if confirms || head.status == 206 && !isPart {
      reasons.append(Reason(.partialNotStorable, amount: Int64(head.status)))
    }
    if !exchange.isRecorded, let doubt = head.framingDoubt {
      reasons.append(Reason(.headDoubtful, value: doubt))
    }
    if exchange.mayBeCutOff { reasons.append(Reason(.endUncertain)) }
    if let reason = noStore(head, control) { reasons.append(reason) }
    if isPart {
      reasons.append(
        Reason(.partStorable, field: "Content-Range", value: head.fields.first("Content-Range")))
    }
    if request.cacheControl.contains("no-store") {
      reasons.append(Reason(.requestNoStore, field: "Cache-Control", value: "no-store"))
    }
    if request.hasContent, request.method == "GET" || request.method == "HEAD" {
      reasons.append(Reason(.requestHasContent))
    }
    if request.method == "GET", request.fields.contains("Range"), ![200, 206, 304].contains(head.status) {
      reasons.append(Reason(.answerToRange, field: "Range", amount: Int64(head.status)))
    }
    if settings.role == .shared { addSharedProhibitions(request, control, to: &reasons) }
    addCredentials(request, head, settings, to: &reasons)
  }

  /// Notes on how credentials select the response.
  private static func addCredentials(
    _ request: RequestHead, _ head: ResponseHead, _ settings: Settings, to reasons: inout [Reason]
  ) {
    let nominated = head.nominatedCredential(of: request)
    if !settings.keepsCredentials, let nominated {
      reasons.append(Reason(.varyNamesCredentials, field: "Vary", value: nominated))
    }
    guard nominated == nil, request.identifiesUser, head.isBoundToCredentials(role: settings.role) else {
      return
    }
    reasons.append(Reason(.boundToCredentials, value: request.fields.identifyingWords))
  }

  /// Whether `bar` may name a reason in a private cache.
  static func mayBar(_ stored: StoredResponse) -> Bool {
    stored.head.dependsOnRole || StatusRules.prohibition(stored.head.status) != nil || stored.mayBeCutOff
  }

  /// Why this cache must not use a stored response; nil if it may.
  ///
  /// A cache of the other role, or an older version of this program, may have stored the response in the same
  /// directory, although this cache may not store it.
  static func bar(_ stored: StoredResponse, settings: Settings) -> Reason? {
    let (head, role) = (stored.head, settings.role)
    if let reason = StatusRules.prohibition(head.status) { return reason }
    if stored.mayBeCutOff { return Reason(.endUncertain) }
    let control = head.cacheControl(for: role)
    if role == .shared {
      let isPrivateFieldKept = control.fieldNames("private").contains { head.fields.contains($0) }
      if control.isUnqualified("private") || isPrivateFieldKept {
        return Reason(.privateInSharedCache, field: control.fieldName, value: "private")
      }
      if stored.selectingFields.contains("Authorization"), control.authorizedReusePermission == nil {
        return Reason(.authorizationInSharedCache, field: "Authorization")
      }
    }
    if let reason = noStore(head, control), reason.rule.effect == .forbids { return reason }
    // The `urlcache` profile needs no such permission.
    guard settings.profile == .rfc9111, head.dependsOnRole, !isPermitted(head, control, role) else {
      return nil
    }
    return Reason(.nothingAllowsStoring, amount: Int64(head.status))
  }

  /// Whether the response has one of the properties that allow a cache to store it (§3).
  private static func isPermitted(_ head: ResponseHead, _ control: CacheControl, _ role: CacheRole) -> Bool {
    var reasons: [Reason] = []
    addPermissions(head, control, role, to: &reasons)
    return !reasons.isEmpty
  }

  /// Whether the response to a POST may be stored for a later GET: it has the request's URL in Content-Location, and
  /// an explicit lifetime (RFC 9110 §9.3.3).
  private static func answersLaterGET(_ exchange: Exchange, _ control: CacheControl) -> Bool {
    let (request, head) = (exchange.request, exchange.head)
    guard request.method == "POST", (200..<300).contains(head.status), head.status != 206,
      control.contains("max-age") || control.contains("s-maxage") || head.expires(beside: control) != nil,
      let location = head.fields.reference("Content-Location")
    else { return false }
    // A reference that does not resolve to an http URI does not name the target.
    return (try? request.target.resolving(location))?.normalized == request.target.normalized
  }

  /// `no-store`, and how `must-understand` lifts it (§5.2.2.3).
  private static func noStore(_ head: ResponseHead, _ control: CacheControl) -> Reason? {
    if control.contains("must-understand") {
      let rule: Rule = head.isStatusUnderstood ? .mustUnderstand : .statusNotUnderstood
      return Reason(rule, field: control.fieldName, amount: Int64(head.status))
    }
    guard let directive = control.first("no-store") else { return nil }
    return Reason(.noStore, field: control.fieldName, value: directive.text)
  }

  private static func addSharedProhibitions(
    _ request: RequestHead, _ control: CacheControl, to reasons: inout [Reason]
  ) {
    if control.isUnqualified("private") {
      reasons.append(Reason(.privateInSharedCache, field: control.fieldName, value: "private"))
    }
    if request.fields.contains("Authorization") {
      if let lifting = control.authorizedReusePermission {
        reasons.append(Reason(.authorizationAllowed, field: control.fieldName, value: lifting))
      } else {
        reasons.append(Reason(.authorizationInSharedCache, field: "Authorization"))
      }
    }
  }

  /// The rules that allow storing ("the response contains at least one of").
  private static func addPermissions(
    _ head: ResponseHead, _ control: CacheControl, _ role: CacheRole, to reasons: inout [Reason]
  ) {
    if control.contains("public") {
      reasons.append(Reason(.publicDirective, field: control.fieldName, value: "public"))
    }
    if control.contains("private"), role == .private {
      reasons.append(Reason(.privateDirective, field: control.fieldName, value: "private"))
    }
    if role == .shared, let directive = control.first("s-maxage") {
      reasons.append(Reason(.explicitLifetime, field: control.fieldName, value: directive.text))
    }
    if let directive = control.first("max-age") {
      reasons.append(Reason(.explicitLifetime, field: control.fieldName, value: directive.text))
    }
    if let expires = head.expires(beside: control) {
      reasons.append(Reason(.explicitLifetime, field: "Expires", value: expires))
    }
    if head.isHeuristicallyCacheable { reasons.append(Reason(.heuristicStatus, amount: Int64(head.status))) }
  }

  /// The reason that the body is too large; nil if it is not.
  static func size(_ exchange: Exchange, _ settings: Settings) -> Reason? {
    guard let limit = settings.maxEntrySize, let length = exchange.bodyLength, length > limit else {
      return nil
    }
    return Reason(.responseTooLarge, amount: limit, otherAmount: length)
  }
}

extension Directive {
  /// The directive as it is written in a field.
  package var text: String {
    guard let argument else { return name }
    guard isQuoted else { return name + "=" + argument }
    let escaped = argument.replacing(text: "\\", by: "\\\\").replacing(text: "\"", by: "\\\"")
    return "\(name)=\"\(escaped)\""
  }
}

extension ResponseHead {
  /// Why the length of the message is uncertain; nil if it is not (RFC 9112 §6.3).
  fileprivate var framingDoubt: String? {
    if let doubt = lengthDoubt { return doubt }
    if let name = oddities.lazy.compactMap(\.framingField).first {
      return "a line of \(name) that not every recipient reads"
    }
    guard fields.contains("Transfer-Encoding") else { return nil }
    if fields.contains("Content-Length") { return "Content-Length beside Transfer-Encoding" }
    // Whatever passed it on does not know the coding (RFC 9112 §6.1).
    if version.hasPrefix("1.0") || version.hasPrefix("0") { return "Transfer-Encoding in HTTP/\(version)" }
    let codings = fields.lines(named: "Transfer-Encoding").flatMap { ListSyntax.members(of: $0.value) }
    let isKnown = codings.dropLast().allSatisfy { Self.transferCodings.contains($0.asciiLowercased) }
    guard codings.last?.asciiLowercased == "chunked", isKnown else {
      return "a transfer coding other than chunked at the end"
    }
    return nil
  }

  /// The transfer codings that may precede `chunked` (RFC 9112 §7.2).
  private static let transferCodings: Set = ["gzip", "x-gzip", "deflate", "compress", "x-compress"]

  /// The fault of `Content-Length`; nil if it has none.
  private var lengthDoubt: String? {
    if hasPlainLength { return nil }
    var lengths: [ArraySlice<UInt8>] = []
    var isNumber = true
    for line in fields.lines where line.isNamed("Content-Length") {
      let members = ListSyntax.members(of: line.rawValue)
      lengths += members
      isNumber = isNumber && !members.isEmpty && members.allSatisfy { Self.isLength($0) }
    }
    if lengths.contains(where: { $0 != lengths[0] }) { return "different Content-Lengths" }
    return isNumber ? nil : "a Content-Length that is not a number"
  }

  /// Whether `Content-Length` is absent, or one line with one number.
  private var hasPlainLength: Bool {
    fields.pairs.withCursor { cursor in
      var count = 0
      while let line = cursor.next() {
        guard line.isNamed("Content-Length") else { continue }
        count += 1
        // A number of up to 18 digits fits into 64 bits.
        guard count == 1, (1...18).contains(line.second.count),
          line.second.allSatisfy(\.isDigit)
        else { return false }
      }
      return true
    }
  }

  private static func isLength(_ member: ArraySlice<UInt8>) -> Bool {
    member.allSatisfy(\.isDigit) && Int64(String(decoding: member, as: UTF8.self)) != nil
  }

  /// Whether only the close of the connection marks the end of the body, which may then be cut short (RFC 9112 §6.3).
  var isDelimitedByClose: Bool {
    version.hasPrefix("1") && status != 204 && !fields.contains("Content-Length")
      && !fields.contains("Transfer-Encoding")
  }

  /// Whether the body of a response may be cut off without a sign of it: over TLS, libcurl does not tell the close of
  /// the connection by the origin from a connection that was cut (RFC 9112 §9.8).
  func mayBeCutOff(answering request: RequestHead) -> Bool {
    isDelimitedByClose && !isPart && status != 304 && request.method != "HEAD"
      && request.target.scheme == "https"
  }
}
