/// What is known of the content of an answer or a file, without any content coding.
public enum ObservedContent: Sendable, Hashable {
  /// It was read to its end: its SHA-256 and how many bytes it has.
  case digest([UInt8], length: Int64)
  /// It can't be compared, and why: half a sentence.
  case unread(String)

  /// Where nothing was read.
  public static let none = Self.unread("no body was read")

  /// The content in words.
  var words: String {
    switch self {
    case .digest(let digest, let length):
      "\(length) \(length == 1 ? "byte" : "bytes") with SHA-256 \(digest.hexadecimal)"
    case .unread(let why): why
    }
  }

  /// Whether the content was read.
  var isRead: Bool {
    if case .digest = self { true } else { false }
  }
}

/// A local file that an answer is compared with.
public struct LocalFile: Sendable, Hashable {
  /// What it is called in reports; nil where none belongs to the URL.
  public let name: String?
  /// Its content, or why there is none.
  public let content: ObservedContent

  /// Names a file and what it holds.
  public init(name: String?, content: ObservedContent) { (self.name, self.content) = (name, content) }
}

extension Observation {
  /// The content of an answer where a digest asked for another.
  static func content(_ verdict: Verdict) -> Self {
    Self((verdict.subject.content ?? .none).words)
  }

  /// The content of an answer where that of a file was asked for; nil where it is the same.
  ///
  /// - Parameters:
  ///   - file: what the answer is held beside.
  ///   - isExpected: whether the content is to be that of the file.
  ///   - verdict: of the answer.
  /// - Returns: what is different; what can't be compared meets neither of two opposites.
  static func content(besides file: LocalFile, isExpected: Bool, _ verdict: Verdict) -> Self? {
    let (content, status) = (verdict.subject.content ?? .none, verdict.subject.stored.head.status)
    let name = file.name ?? "the file"
    guard file.content.isRead else { return Self(file.content.words) }
    guard content.isRead else { return Self(content.words) }
    guard (content == file.content) != isExpected else { return nil }
    guard isExpected else { return Self("the content of \(name)") }
    let answer = (200...299).contains(status) ? "" : "answered with \(status), "
    return Self("\(answer)\(content.words); \(name) has \(file.content.words)")
  }
}
