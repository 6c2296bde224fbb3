extension Finding.Code {
  static let urlSignedAnew = Self(
    "url-signed-anew", .warning, "RFC 9111 §2",
    "one object is loaded under a URL with another signature or time each time, so that no cache finds it again",
    shown: .observed(
      [
        "> GET /photo.jpg?expires=1453826757&sig=a1", "HTTP/1.1 200 OK", "Cache-Control: max-age=3600",
        "> GET /photo.jpg?expires=1453826999&sig=b7", "HTTP/1.1 200 OK",
      ],
      consequence: "A cache finds an answer by its URL, so that none of them is ever used again.",
      write: "Give the same URL for as long as it may be used: sign for a time that is rounded up."),
    harm: .downloads(sparedBy: .oneName))
}

/// An object whose URL has a signature, or a time, that is no part of what it is.
package struct ChangingURL: Sendable, Hashable {
  /// What the parts of the URL and of the answer that stay have in common.
  let hash: Int

  /// The names of the parameters that change.
  let names: [String]

  /// Whether these sign the URL; else they are a time.
  let isSigned: Bool

  /// Under how many URLs it was seen.
  private(set) var count = 1

  func seen(_ count: Int) -> ChangingURL {
    var seen = self
    seen.count = count
    return seen
  }

  /// Nil if no parameter of the URL signs it or is a time, or if nothing tells its object from others.
  init?(_ subject: Subject) {
    guard let query = subject.request.target.query else { return nil }
    let texts = query.split(separator: "&", omittingEmptySubsequences: false)
    let parameters = texts.map { URLSignature.Parameter($0.utf8) }
    let parts = URLSignature.parts(of: parameters)
    let isSigned = parts.contains { $0 == .signs }
    let isNaming = parts.indices.map { isSigned ? parts[$0] == .names : !parameters[$0].isTime }
    self.isSigned = isSigned
    names = parameters.indices.filter { isSigned ? parts[$0] == .signs : !isNaming[$0] }.map {
      parameters[$0].name
    }
    let rest = texts.indices.filter { isNaming[$0] }.map { texts[$0] }
    guard !names.isEmpty else { return nil }
    var hasher = Hasher()
    hasher.combine(subject.request.target.origin)
    hasher.combine(subject.request.target.path)
    hasher.combine(rest)
    if let tag = subject.stored.head.entityTag {
      hasher.combine(tag.text)
    } else if let length = subject.bodyLength {
      hasher.combine(length)
    }
    hash = hasher.finalize()
  }
}

/// Finds objects that are loaded under another URL each time (RFC 9111 §2: the key of a cache is the URL).
enum ChangingURLFindings: FindingFamily {
  static let codes: [Finding.Code] = [.urlSignedAnew]

  static let asksForChanges = false

  static func command(finding code: Finding.Code) -> String? { "inspect --har" }

  static func find(in facts: Facts) -> [Finding] {
    guard let object = facts.context.changingURL, facts.isKept else { return [] }
    let names = object.names.prefix(3).map(\.asCode).asList
    let what = object.isSigned ? "signature (\(names))" : "time (\(names))"
    return [
      Finding(
        .urlSignedAnew,
        "The same object was loaded under \(object.count) URLs that differ in their \(what) alone: a cache finds an answer by its"
          + " URL, so that none of them is ever used again.",
        advice: object.isSigned
          ? "Give the same URL for as long as it may be used: sign for a time that is rounded up (to a day, say), or have a"
            + " cookie or a cache before the store check who may load it."
          : "Leave the time out, and let `no-cache` or a version in the name say when the content changes.")
    ]
  }
}
