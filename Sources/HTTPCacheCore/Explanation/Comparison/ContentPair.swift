extension Finding.Code {
  static let contentNotCompared = Self(
    "content-not-compared", .info, "RFC 9110 §8.8",
    "the content of two deployments can't be compared: it changes from answer to answer, or can't be read")
}

/// What two deployments answer to one request, each as often as it was asked.
///
/// Content that changes by itself differs from any other. So where the first answers differ, each side is asked once
/// more, and only what is the same in both of a side's answers is compared.
public struct ContentPair: Sendable, Hashable {
  /// What came of it.
  enum Outcome: Equatable {
    /// Both have the same content, or it is not yet known.
    case same
    /// Each keeps to another content.
    case differs
    /// It can't be compared, and why.
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

  /// What came of it.
  ///
  /// - Parameter place: where the other deployment is, in words.
  /// - Returns: the outcome; where it is unknown, the sentence says which side is to blame.
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

  /// What differs in the content of two answers; nil where it is the same, or can't be compared.
  func contentDifference(from other: Verdict, _ contents: ContentPair) -> Difference? {
    guard contents.outcome("there") == .differs else { return nil }
    return Difference(
      part: .content, here: words(contents.first.here), there: other.words(contents.first.there))
  }
}
