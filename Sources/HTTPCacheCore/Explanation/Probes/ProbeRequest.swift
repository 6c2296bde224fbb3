/// A request that a probe sends.
package struct ProbeRequest: Sendable, Hashable {
  /// The probe that asks first; others that need the same answer share it.
  package let probe: Probe
  /// Its difference from the plain request, in a few words: `If-None-Match`.
  package let label: String
  package let head: RequestHead
  let turn: ProbeTurn
  /// The address to ask; nil for any of the host's.
  package let address: String?

  /// Whether one answer serves both requests.
  func asksTheSame(as other: ProbeRequest) -> Bool {
    turn == other.turn && address == other.address && head == other.head
  }
}

/// Tells requests apart that are equal but for when they are sent.
enum ProbeTurn: Sendable, Hashable {
  case first
  /// So many times after the first one.
  case again(Int = 1)
  /// In place of an answer that no probe has a use for, such as a failure.
  case anew(isAgain: Bool)
  /// Where an answer looks wrong to a probe, after everything else that it has asked; twice.
  case doubt(Probe, isAgain: Bool)

  var isDoubt: Bool { if case .doubt = self { true } else { false } }
}

/// The labels of the names that one run of a script has made up: a label stands for one name.
final class ProbeLabels {
  private var taken: Set<String> = []

  /// Whether no other name of the run has this label.
  func take(_ label: String) -> Bool { taken.insert(label).inserted }
}

/// The answer to a request of a probe.
package struct ProbeResponse: Sendable {
  package let head: ResponseHead
  package let content: ProbeContent
  package let requestedAt: Instant
  package let receivedAt: Instant

  /// What the caches in front of the origin say that they did.
  let edge: EdgeReport

  package init(head: ResponseHead, content: ProbeContent, requestedAt: Instant, receivedAt: Instant) {
    (self.head, self.content, edge) = (head, content, EdgeReport(head))
    (self.requestedAt, self.receivedAt) = (requestedAt, receivedAt)
  }

  var status: Int { head.status }

  /// `ETag` as received; nil if it is absent or not an entity tag.
  var tag: String? { head.entityTag == nil ? nil : head.fields.first("ETag") }

  /// `Last-Modified` as received; nil if it is absent or not a date.
  var modified: String? {
    head.lastModified(receivedAt: receivedAt) == nil ? nil : head.fields.first("Last-Modified")
  }

  /// The lifetime in a cache of this role.
  func lifetime(_ role: CacheRole) -> FreshnessLifetime {
    FreshnessLifetime(head, receivedAt: receivedAt, role: role)
  }

  /// The codings of the content, in lower case.
  var codings: [String] { head.codings }

  /// The line of Vary that names one more field.
  func varyLine(adding name: String) -> String {
    "Vary: \(head.fields.combined("Vary").map { "\($0), " } ?? "")\(name)"
  }

  /// Whether both have the same decoded content; nil if that is not known.
  func hasSameContent(as other: ProbeResponse) -> Bool? {
    if codings == other.codings, content.received == other.content.received,
      content.length == other.content.length
    {
      return true
    }
    guard let own = content.decoded, let others = other.content.decoded else {
      return codings == other.codings ? false : nil
    }
    // If a body is cut, different codings mean that parts of different length were read.
    if codings != other.codings, content.isCut || other.content.isCut { return nil }
    return own == others
  }

  /// Whether both have the same decoded content, apart from the made-up names that a page repeats; nil if that is not
  /// known.
  func isLike(_ other: ProbeResponse) -> Bool? {
    guard content.decoded != nil, other.content.decoded != nil,
      codings == other.codings || !content.isCut && !other.content.isCut
    else { return hasSameContent(as: other) }
    return content.unnamed == other.content.unnamed
  }

  /// Whether both have tags that name the same version (RFC 9110 §8.8.3.2, weak comparison).
  func hasSameTag(as other: ProbeResponse) -> Bool {
    tag.map { $0.isSameTag(as: other.tag) } ?? (other.tag == nil)
  }
}

extension ResponseHead {
  /// The codings of the content, in lower case.
  var codings: [String] {
    fields.members("Content-Encoding").map(\.asciiLowercased).filter { $0 != "identity" }
      .map { $0 == "x-gzip" ? "gzip" : $0 }
  }
}

extension String {
  /// Whether two tags name the same version, with or without `W/`.
  func isSameTag(as other: String?) -> Bool {
    guard let own = EntityTag(self), let other = other.flatMap({ EntityTag($0) }) else { return false }
    return own.opaque == other.opaque
  }
}
