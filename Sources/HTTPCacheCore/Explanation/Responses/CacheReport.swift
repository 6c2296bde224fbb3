/// What one cache on the way said of an answer.
package struct CacheReport: Sendable, Hashable {
  /// The name of the cache: that of its product, or the one that it gives itself in Cache-Status.
  package let name: String
  let product: CacheProduct
  /// The field that has the report, by the name that its product or the sender gives it.
  package let field: String
  /// The value of that field, all its lines.
  let value: String
  /// Its word, as the product spells it, or as it came where the product has none of this spelling.
  let word: String
  let state: EdgeReport.State
  /// Whether it says that it has stored the response.
  var isStored = false
  /// Whether the field is known by the form of its name and value alone.
  var isByForm = false

  /// Whether the answer came from its store without asking further on.
  package var isFromStore: Bool { state == .hit || state == .stale }

  /// Whether the cache has a name, and not only that of a field.
  var isNamed: Bool { product.place != .unnamed || name != product.name }

  package static func == (one: Self, other: Self) -> Bool {
    (one.name, one.field, one.value, one.word, one.state, one.isStored)
      == (other.name, other.field, other.value, other.word, other.state, other.isStored)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(field)
    hasher.combine(value)
    hasher.combine(word)
  }
}

/// Reads the fields of a head into the reports of the caches in line.
struct CacheReportReader {
  private let head: ResponseHead

  /// The reports by field, each list with the origin's side first.
  private var fields: [[CacheReport]] = []

  /// In how many fields a cache says that it answered from its store.
  private var hits = 0

  /// The caches that the fields of a head tell of, the origin's side first (RFC 9211 §2), and whether two fields tell of a hit.
  static func line(of head: ResponseHead) -> (reports: [CacheReport], hasSecondHit: Bool) {
    var reader = Self(head: head)
    reader.read()
    return (reader.inOrder.flatMap(\.self), reader.hits > 1)
  }

  private init(head: ResponseHead) { self.head = head }

  private mutating func read() {
    if EdgeReport.isKnown(head) {
      for field in EdgeReport.fields where head.has(field) {
        guard let value = head.combined(field) else { continue }
        add(reports(value, of: field))
      }
    }
    for name in CacheFieldForm.names(in: head) {
      guard let value = head.fields.combined(name) else { continue }
      add(
        reports(value, of: name, isByForm: true) { CacheFieldForm.state(ofMember: $0, in: name) })
    }
  }

  /// Takes the reports of a field, unless they are of a cache that another field tells of, too.
  private mutating func add(_ reports: [CacheReport]) {
    guard let nearest = reports.last else { return }
    if reports.contains(where: \.isFromStore) { hits += 1 }
    let isTold = fields.contains { others in
      guard let other = others.last else { return false }
      if other.product.name == nearest.product.name { return true }
      // Two fields without a name that say the same are of one cache, as far as it can be known.
      return other.product.isOfAnySite && nearest.product.isOfAnySite && other.state == nearest.state
    }
    if !isTold { fields.append(reports) }
  }

  private func reports(_ value: String, of field: KnownField) -> [CacheReport] {
    switch field {
    case .cacheStatus: return standard(value)
    case .serverTiming:
      // Where the network tells it in a field of its own, the metric adds nothing.
      guard !fields.contains(where: { $0.last?.product.place == .network }), let word = Self.metric(value)
      else { return [] }
      return [report(word, of: field.name, value, by: product(of: field.name, word))].compactMap(\.self)
    case .xCacheHits:
      // How often each cache has used its response; X-Cache beside it says more.
      guard !head.has(.xCache) else { return [] }
      return value.parts(between: ",").compactMap { member in
        let member = member.filter { $0 != " " }
        guard let count = Int(member) else { return nil }
        return report(count > 0 ? "HIT" : "MISS", of: field.name, value, by: product(of: field.name, member))
      }
    default:
      guard let product = CacheProduct.writer(of: field) else {
        return reports(value, of: field.name) { EdgeReport.state(ofWord: CacheProduct.firstWord($0)) }
      }
      var members = product.writesAlone ? [value] : value.parts(between: ",")
      if product.writesNearestFirst { members.reverse() }
      return members.compactMap { report(product.word($0), of: field.name, value, by: product) }
    }
  }

  /// Reads a field of which each member may be of another product; `state` reads a member for a product that has no such word.
  private func reports(
    _ value: String, of name: String, isByForm: Bool = false, state: (String) -> EdgeReport.State?
  ) -> [CacheReport] {
    value.parts(between: ",").compactMap { member in
      // What is known by its form has to be of it, whatever words a product has.
      guard let said = state(member) else {
        return isByForm ? nil : report(member, of: name, value)
      }
      return report(member, of: name, value, isByForm: isByForm, else: said)
    }
  }

  private func report(
    _ member: String, of name: String, _ value: String, isByForm: Bool = false,
    else said: EdgeReport.State? = nil
  ) -> CacheReport? {
    let product = product(of: name, member)
    let isOwn = product.inNames.map(name.asciiLowercased.holds) == true && !product.isNamedBySites
    return report(product.word(member), of: name, value, by: product, isByForm: isByForm && !isOwn) { _ in
      said
    }
  }

  /// The product that shows itself as the writer of a member; one by the name of the field if none does.
  private func product(of name: String, _ member: String) -> CacheProduct {
    let member = String(Substring(member.utf8.drop { $0 == 0x20 }))
    return CacheProduct.writer(of: CacheProduct.Report(name: name, member: member, head: head))
      ?? .unnamed(name)
  }

  private func report(
    _ word: String, of field: String, _ value: String, by product: CacheProduct, isByForm: Bool = false,
    else state: (String) -> EdgeReport.State? = EdgeReport.state(ofWord:)
  ) -> CacheReport? {
    let own = product.word(spelled: word)
    guard let state = own?.state ?? state(word) else { return nil }
    return CacheReport(
      name: product.name, product: product, field: field, value: value, word: own?.text ?? word, state: state,
      isByForm: isByForm)
  }

  /// Reads the members of Cache-Status, of which each cache on the way adds one at the end (RFC 9211 §2).
  private func standard(_ value: String) -> [CacheReport] {
    (StructuredField.list(value) ?? []).compactMap { member in
      guard let item = member.item, let word = Self.word(of: item) else { return nil }
      let own: String? =
        switch item.value {
        case .string(let text), .token(let text): text
        default: nil
        }
      let product = own.flatMap(CacheProduct.member(named:)) ?? .standard
      let known = product.word(spelled: word) ?? CacheProduct.standard.word(spelled: word)
      return CacheReport(
        name: own ?? product.name, product: product, field: KnownField.cacheStatus.name, value: value,
        word: known?.text ?? word, state: Self.isConfirmed(item) ? .revalidated : known?.state ?? .miss,
        isStored: item.parameter("stored") == .boolean(true))
    }
  }

  /// The word of a member of Cache-Status; nil if it says nothing of what the cache did.
  private static func word(of item: StructuredField.Item) -> String? {
    if item.parameter("hit") == .boolean(true) {
      // A freshness lifetime that is left is below 0 once it is over (RFC 9211 §2.4).
      guard case .integer(let left)? = item.parameter("ttl"), left < 0 else { return "hit" }
      return "hit; ttl=-1"
    }
    guard case .token(let why)? = item.parameter("fwd") else { return nil }
    return why == "stale" && isConfirmed(item) ? "fwd=stale; fwd-status=304" : "fwd=\(why)"
  }

  /// Whether a member says that the origin confirmed what was stored.
  private static func isConfirmed(_ item: StructuredField.Item) -> Bool {
    guard item.parameter("hit") != .boolean(true), item.parameter("fwd-status") == .integer(304) else {
      return false
    }
    return [.token("stale"), .token("request")].contains(item.parameter("fwd"))
  }

  /// The word of the metric `cdn-cache; desc=HIT` in Server-Timing; nil if there is none.
  private static func metric(_ value: String) -> String? {
    for metric in value.parts(between: ",") {
      let parts = metric.parts(between: ";").map { $0.filter { $0 != " " && $0 != "\"" } }
      guard parts.first?.asciiLowercased == "cdn-cache",
        let text = parts.first(where: { $0.asciiLowercased.hasPrefix("desc=") })
      else { continue }
      return CacheProduct.firstWord(String(text.dropFirst(5)))
    }
    return nil
  }

  // MARK: The order of fields

  /// The fields with that of the origin's side first: by the places of their products, then by what the head itself shows.
  private var inOrder: [[CacheReport]] {
    guard fields.count > 1 else { return fields }
    var ordered = fields.map { (product: $0[$0.count - 1].product, reports: $0) }
    // A stable order, as the client's side has the lower rank.
    ordered = ordered.enumerated().sorted {
      ($1.element.product.rank, $1.offset) < ($0.element.product.rank, $0.offset)
    }.map(\.element)
    // Via lists the origin's side first (RFC 9110 §7.6.3): those that it names stand in its order.
    let via = (head.fields.combined("Via") ?? "").asciiLowercased.parts(between: ",")
    Self.sort(&ordered) { product in
      product.inVia.flatMap { mark in via.lastIndex { $0.holds(mark) } }
    }
    // Of those that write Server, the one that stands there wrote it last.
    let server = head.fields.first("Server")?.asciiLowercased ?? ""
    Self.sort(&ordered) { product in
      product.server.map { server.hasPrefix($0) ? 1 : 0 }
    }
    return ordered.map(\.reports)
  }

  /// Sorts the elements that have a number by it, among the places that they have.
  private static func sort(
    _ elements: inout [(product: CacheProduct, reports: [CacheReport])], by number: (CacheProduct) -> Int?
  ) {
    let places = elements.indices.filter { number(elements[$0].product) != nil }
    guard places.count > 1 else { return }
    let sorted = places.sorted {
      (number(elements[$0].product) ?? 0, $0) < (number(elements[$1].product) ?? 0, $1)
    }
    let found = sorted.map { elements[$0] }
    for (place, element) in zip(places, found) { elements[place] = element }
  }
}

extension CacheProduct {
  /// Whether any site may have written its words, so that two fields with them need not be of two caches.
  fileprivate var isOfAnySite: Bool { place == .unnamed || name == CacheProduct.nginx.name }
}

extension ResponseHead {
  /// Whether Server begins with one of the names, which are in lower case.
  func hasServer(oneOf names: [String]) -> Bool {
    guard let server = fields.first("Server")?.asciiLowercased else { return false }
    return names.contains(where: server.hasPrefix)
  }
}
