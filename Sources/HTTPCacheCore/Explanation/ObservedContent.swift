/// The content of a response or a file, without any content coding, as far as it was read.
package enum ObservedContent: Sendable, Hashable {
  /// Content that was read to its end, by SHA-256 and length in bytes.
  case digest([UInt8], length: Int64)
  /// Content that can't be compared; with the reason as the end of a sentence.
  case unread(String)

  /// The content of an answer whose body was not read.
  package static let none = Self.unread("no body was read")

  var words: String {
    switch self {
    case .digest(let digest, let length):
      "\(length) \(length == 1 ? "byte" : "bytes") with SHA-256 \(digest.hexadecimal)"
    case .unread(let why): why
    }
  }

  package var isRead: Bool {
    if case .digest = self { true } else { false }
  }
}

/// A local file that an answer is compared with.
package struct LocalFile: Sendable, Hashable {
  /// Its name in reports; nil if no file belongs to the URL.
  package let name: String?
  package let content: ObservedContent

  package init(name: String?, content: ObservedContent) { (self.name, self.content) = (name, content) }
}

extension Observation {
  /// The content of an answer that does not have the expected digest.
  static func content(_ verdict: Verdict) -> Self {
    Self((verdict.context.content ?? .none).words)
  }

  /// The difference between the content of a response and that of a file; nil if the check holds.
  ///
  /// Content that can't be compared meets neither of two opposite checks.
  static func content(besides file: LocalFile, isExpected: Bool, _ verdict: Verdict) -> Self? {
    let (content, status) = (verdict.context.content ?? .none, verdict.subject.stored.head.status)
    let name = file.name ?? "the file"
    guard file.content.isRead else { return Self(file.content.words) }
    guard content.isRead else { return Self(content.words) }
    guard (content == file.content) != isExpected else { return nil }
    guard isExpected else { return Self("the content of \(name)") }
    let answer = (200...299).contains(status) ? "" : "answered with \(status), "
    return Self("\(answer)\(content.words); \(name) has \(file.content.words)")
  }
}
