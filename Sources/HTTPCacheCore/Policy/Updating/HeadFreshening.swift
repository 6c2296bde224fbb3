/// The changes that the response to a HEAD request makes to stored responses to GET (RFC 9111 §4.3.5).
package enum HeadFreshening {
  /// Freshens the stored responses that the new head describes, and removes the others; a 404 or 410 removes all.
  ///
  /// `stored` are the responses that could answer a GET for the same URL. With `isRevalidation`, a GET follows for
  /// the outdated responses, which stay stored in case it fails. Besides the changes, returns reasons to report.
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
