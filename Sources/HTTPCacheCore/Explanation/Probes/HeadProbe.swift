extension Finding.Code {
  static let headDiffers = Self(
    "head-differs", .warning, "RFC 9110 §9.3.2", "HEAD says something else about caching than GET",
    shown: .observed(
      [
        "> HEAD /app.css", "HTTP/1.1 200 OK", "Cache-Control: no-store", "> GET /app.css", "HTTP/1.1 200 OK",
        "Cache-Control: max-age=600",
      ],
      consequence:
        "A cache that asks with HEAD takes over what it says, or takes what it has for outdated, and `curl -I` shows what no"
        + " visitor gets.",
      write: "Answer HEAD as GET, without the content."))
  static let headRefused = Self(
    "head-refused", .info, "RFC 9110 §9.1", "HEAD is refused",
    shown: .observed(
      ["> HEAD /app.css", "HTTP/1.1 405 Method Not Allowed"],
      consequence: "What a cache has can't be checked with HEAD; it has to ask with GET.",
      write: "Answer HEAD as GET, without the content, where caches or monitors ask with it."))
}

/// Asks with HEAD (RFC 9110 §9.3.2), whose response can outdate stored responses to GET (RFC 9111 §4.3.5).
struct HeadProbe: ProbeScript {
  static let codes: [Finding.Code] = [.headDiffers, .headRefused]

  static let usualRequests = 1

  var talk: ProbeTalk

  mutating func run() throws(ProbeStop) {
    let whole = try talk.wholePlain()
    let head = try talk.ask("HEAD", talk.request(method: "HEAD"))
    if [405, 501].contains(head.status) {
      return talk.findings.add(
        .headRefused, "HEAD is answered \(head.status): what a cache has can't be checked with it.")
    }
    guard let (field, what) = difference(head, whole) else {
      let last = talk.lastPlain(whole)
      try compareEdges(head, last)
      return findLacking(head, [whole, last])
    }
    // A field that differs between two GETs proves nothing about HEAD.
    let isDifferent = try talk.holdsAfterwards { later in
      NotModifiedCheck.isSteady(field, whole, later) && difference(head, later) != nil
        && (field != "Content-Length" && field != "ETag" || whole.hasSameContent(as: later) == true)
    }
    guard isDifferent else { return }
    talk.findings.add(
      .headDiffers, field: field, value: field.flatMap { head.head.fields.combined($0) },
      "The answer to HEAD \(what): HEAD has to say what GET would, and \(consequence(field, head)).",
      advice: Self.remedy)
  }

  private static let remedy = "Answer HEAD as GET, without the content."

  /// What follows from a difference (RFC 9111 §4.3.5).
  private func consequence(_ field: String?, _ head: ProbeResponse) -> String {
    guard let field, head.head.fields.contains(field) else {
      return "what `curl -I` shows is not what visitors get"
    }
    return ["ETag", "Last-Modified", "Content-Length"].contains(field)
      ? "a cache that asks with it takes what it has for outdated"
      : "a cache that asks with it takes over what it says"
  }

  /// Finds validators that the answer to HEAD lacks.
  ///
  /// A server may leave a field out of it that it makes from the content (RFC 9110 §9.3.2), and a cache that asks with HEAD
  /// compares only the validators that the answer has (RFC 9111 §4.3.5).
  private mutating func findLacking(_ head: ProbeResponse, _ answers: [ProbeResponse]) {
    let names = ["ETag", "Last-Modified"].filter { name in
      !head.head.fields.contains(name)
        && answers.allSatisfy { (name == "ETag" ? $0.tag : $0.modified) != nil }
    }
    guard talk.findings.isEmpty, !names.isEmpty else { return }
    talk.findings.add(
      .headDiffers, severity: .info, field: names.first,
      "The answer to HEAD has no \(names.asList), and the one to GET has: with HEAD nobody can tell whether what they have"
        + " still holds.", advice: Self.remedy)
  }

  /// Compares the reports of a cache on the way on HEAD and on the last GET before it: if HEAD bypasses the cache, `curl -I`
  /// shows another response than visitors get.
  private mutating func compareEdges(_ head: ProbeResponse, _ last: ProbeResponse) throws(ProbeStop) {
    let (asked, got) = (head.edge, last.edge)
    guard asked.state != .unknown, got.state != .unknown, asked.isFromStore != got.isFromStore else { return }
    // That GET may have stored the answer that HEAD then found, or the answer may have become stale meanwhile.
    let later = try talk.afterwards().edge
    guard later.state != .unknown, later.isFromStore == got.isFromStore else { return }
    talk.findings.add(
      .headDiffers, field: asked.field, value: asked.value,
      "A cache on the way answers GET \(got.isFromStore ? "from its store" : "by asking further on"), before and after, and"
        + " HEAD otherwise\(asked.inBrackets): what `curl -I` shows of it is not what visitors get.",
      advice: "Ask with GET to see what the cache does: `curl -so /dev/null -D - URL`.")
  }

  /// The first difference that decides about caching.
  private func difference(_ head: ProbeResponse, _ whole: ProbeResponse) -> (field: String?, what: String)? {
    guard head.status == whole.status else { return (nil, "is \(head.status), and to GET \(whole.status)") }
    let (new, old) = (head.head.fields, whole.head.fields)
    for name in ["Cache-Control", "Expires"] where old.contains(name) && !new.contains(name) {
      // Where Cache-Control gives the lifetime, Expires gives none.
      guard name == "Cache-Control" || head.lifetime(.private).source != whole.lifetime(.private).source
      else { continue }
      return (name, "has no \(name)")
    }
    if let (field, what) = NotModifiedCheck.rules(head, whole) {
      return (field, what.replacing(text: "the 200", by: "the answer to GET", most: 1))
    }
    if new.contains("Vary"), Set(head.head.nominatedNames) != Set(whole.head.nominatedNames) {
      return ("Vary", "has another Vary")
    }
    guard !talk.has(.contentChangesEachTime) else { return nil }
    if !talk.has(.etagUnstable), let tag = head.tag, let other = whole.tag, !tag.isSameTag(as: other) {
      return ("ETag", "has the tag \(tag.asCode), and the one to GET \(other.asCode)")
    }
    if let date = whole.modified, let other = head.modified, date != other {
      return isLater(other, than: date, head) ? nil : ("Last-Modified", "has the date \(other.asCode)")
    }
    if let length = new.first("Content-Length"), let other = old.first("Content-Length"), length != other,
      head.codings == whole.codings
    {
      return ("Content-Length", "has Content-Length \(length), and the one to GET \(other)")
    }
    return nil
  }

  /// Whether a date is later, for example because the content changed between the two requests.
  private func isLater(_ date: String, than other: String, _ answer: ProbeResponse) -> Bool {
    guard let new = HTTPDate(date, now: answer.receivedAt)?.validInstant,
      let old = HTTPDate(other, now: answer.receivedAt)?.validInstant
    else { return false }
    return new > old
  }
}
