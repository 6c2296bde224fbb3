/// An entry of a recording that is not judged.
package struct SkippedEntry: Error, Sendable, Equatable {
  /// The kind of recording that the entry is from.
  package let origin: Subject.Origin

  /// The URL as recorded, shortened if it is long, and without user information, which may hold a password.
  package let url: String

  /// The reason as the end of a sentence about several entries, by which a report groups and counts them.
  package let kind: String

  /// Why this entry is not judged, as a sentence without a full stop.
  package let cause: String

  /// The most characters of a URL that are kept: a `data:` URL holds its whole content.
  private static let urlLimit = 2000

  init(_ origin: Subject.Origin, _ url: String, kind: String, _ cause: String) {
    self.origin = origin
    let url = UserInformation.redacted(in: url)
    self.url = url.utf8.count > Self.urlLimit ? "\(url.prefix(Self.urlLimit))…" : url
    self.kind = kind
    self.cause = cause
  }
}
