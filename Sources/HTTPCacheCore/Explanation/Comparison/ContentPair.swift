extension Finding.Code {
  static let contentNotCompared = Self(
    "content-not-compared", .info, "RFC 9110 §8.8",
    "the content of two deployments can't be compared: it changes from answer to answer, or can't be read")
}

/// The content of the answers of two deployments to one request, each as often as it was asked.
///
/// Content that changes at each request would differ from any other. So where the first answers differ, each side is
/// asked once more, and only content that is the same in both of a side's answers is compared.
public struct ContentPair: Sendable, Hashable {
  /// The outcome of the comparison.
  enum Outcome: Equatable {
    /// Both have the same content, or it is not yet known.
    case same
    /// Each has its own content, the same in both answers.
    case differs
    /// It can't be compared; the words say why.
    case unknown(String)
  }

  /// The content of the answers, in their order.
  private var here: [ObservedContent], there: [ObservedContent]

  /// Begins with the first answers.
  package init(here: ObservedContent, there: ObservedContent) { (self.here, self.there) = ([here], [there]) }

  /// The content of the first answers.
  var first: (here: ObservedContent, there: ObservedContent) { (here[0], there[0]) }

  /// Whether each side has to be asked once more, or its second answer is not there yet.
  package var isUnsettled: Bool {
    here[0].isRead && there[0].isRead && here[0] != there[0] && min(here.count, there.count) < 2
  }

  /// Takes the second answer of the judged deployment.
  package mutating func confirm(here content: ObservedContent) { here.append(content) }

  /// Takes the second answer of the other deployment.
  package mutating func confirm(there content: ObservedContent) { there.append(content) }

  /// The outcome of the comparison; `place` says in words where the other deployment is.
  ///
  /// Where the outcome is unknown, the words say which side causes it.
  func outcome(_ place: String) -> Outcome {
    for (side, contents) in [("here", here), (place, there)] {
      for case .unread(let why) in contents { return .unknown("\(why) (\(side))") }
      if Set(contents).count > 1 {
        return .unknown("two answers to the same request have different content \(side)")
      }
    }
    return here[0] == there[0] || isUnsettled ? .same : .differs
  }
}

extension Verdict {
  /// The content of the answer in words, with what tells its version and how old it is.
  fileprivate func words(_ content: ObservedContent) -> String {
    let tag = subject.stored.head.fields.combined("ETag").map { "ETag \($0)".asCode } ?? "no ETag"
    return "\(content.words), \(tag), age \(formatDuration(freshness.age))"
  }

  /// The difference in content between two answers; nil if it is the same, or can't be compared.
  func contentDifference(from other: Verdict, _ contents: ContentPair) -> Difference? {
    guard contents.outcome("there") == .differs else { return nil }
    return Difference(
      part: .content, here: words(contents.first.here), there: other.words(contents.first.there))
  }
}
