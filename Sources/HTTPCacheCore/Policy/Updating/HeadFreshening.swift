/// What the answer to a HEAD request does to stored answers to GET (RFC 9111 §4.3.5).
package enum HeadFreshening {
  /// Updates those that the answer describes; the others are outdated, as all are by 404 and 410.
  ///
  /// - Parameters:
  ///   - head: the answer.
  ///   - stored: what a GET for the same could have been given.
  ///   - isRevalidation: whether a GET follows for what is outdated, so that nothing is lost where that fails.
  ///   - receivedAt: when it had arrived.
  ///   - confirm: makes a stored response of the answer.
  /// - Returns: the changes, each with its reason, and the reasons that change nothing.
  package static func changes(
    _ head: ResponseHead, to stored: [StoredCandidate], isRevalidation: Bool,
    receivedAt: Instant, confirm: (StoredCandidate) -> Confirmation.Result
  ) -> (changes: [Write], notes: [Reason]) {
    guard [200, 404, 410].contains(head.status) else { return ([], []) }
    var changes: [Write] = []
    var notes: [Reason] = []
    for found in stored {
      guard head.status == 200, Freshening.describes(head, found.response) else {
        let reason = Reason(.outdatedByHead, amount: Int64(head.status))
        if head.status != 200 || !isRevalidation {
          changes.append(Write(.remove(found), because: reason))
        } else {
          notes.append(reason)
        }
        continue
      }
      let result = confirm(found)
      changes.append(
        result.storage.isStorable
          ? Write(
            .freshen(found.reference, to: result.freshened.response, at: receivedAt),
            because: Reason(.freshenedByHead, amount: 200))
          : Write(.remove(found), because: Reason(.forbiddenByHead, amount: 200)))
    }
    return (changes, notes)
  }
}
