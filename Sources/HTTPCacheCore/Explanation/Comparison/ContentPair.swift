/// The content of the responses of two deployments to one request; each is asked once or twice.
///
/// Content that changes at each request would always differ. So if the first responses differ, each side is asked
/// once more, and content is compared only if it is the same in both responses of a side.
package struct ContentPair: Sendable, Hashable {
  enum Outcome: Equatable {
    /// Both have the same content, or it is not yet known.
    case same
    /// The two sides have different content, which each side sent twice.
    case differs
    /// The content can't be compared; with the reason in words.
    case unknown(String)
  }

  /// The content of the answers, in their order.
  private var here: [ObservedContent], there: [ObservedContent]

  package init(here: ObservedContent, there: ObservedContent) { (self.here, self.there) = ([here], [there]) }

  var first: (here: ObservedContent, there: ObservedContent) { (here[0], there[0]) }

  /// Whether a side has to be asked once more, or its second response is still missing.
  package var isUnsettled: Bool {
    here[0].isRead && there[0].isRead && here[0] != there[0] && min(here.count, there.count) < 2
  }

  /// Takes the second answer of the judged deployment.
  package mutating func confirm(here content: ObservedContent) { here.append(content) }

  /// Takes the second answer of the other deployment.
  package mutating func confirm(there content: ObservedContent) { there.append(content) }

  /// The outcome of the comparison; `place` names the other deployment in words.
  ///
  /// If the outcome is unknown, its words name the side that causes it.
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

extension Facts {
  /// The content of the response in words, with its validator and its age.
  fileprivate func words(_ content: ObservedContent) -> String {
    let tag = subject.stored.head.fields.combined("ETag").map { "ETag \($0)".asCode } ?? "no ETag"
    return "\(content.words), \(tag), age \(formatDuration(freshness.age))"
  }

  /// The difference in content between two answers; nil if it is the same, or can't be compared.
  func contentDifference(from other: Facts, _ contents: ContentPair) -> Difference? {
    guard contents.outcome("there") == .differs else { return nil }
    return Difference(
      .content, here: words(contents.first.here), there: other.words(contents.first.there))
  }
}
