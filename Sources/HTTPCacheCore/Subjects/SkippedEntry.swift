/// An entry of a recording that is not judged.
package struct SkippedEntry: Error, Sendable, Equatable {
  /// The kind of recording that it is from.
  package let origin: Subject.Origin

  /// The URL as recorded without user information, which may hold a password; cut where it is long.
  package let url: String

  /// The reason as the end of a sentence about several entries; a report counts by it.
  package let kind: String

  /// Why this one is not judged, as a sentence without a full stop.
  package let cause: String

  /// How many characters of a URL are kept: a `data:` URL holds its whole content.
  private static let urlLimit = 2000

  init(_ origin: Subject.Origin, _ url: String, kind: String, _ cause: String) {
    self.origin = origin
    let url = UserInformation.redacted(in: url)
    self.url = url.utf8.count > Self.urlLimit ? "\(url.prefix(Self.urlLimit))…" : url
    self.kind = kind
    self.cause = cause
  }
}
