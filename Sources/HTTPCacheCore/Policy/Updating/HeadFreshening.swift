/// The changes that the response to a HEAD request makes to stored responses to GET (RFC 9111 §4.3.5).
package enum HeadFreshening {
  /// Freshens the stored responses that the new head describes, and removes the others; a 404 or 410 removes all.
  ///
  /// `stored` are the responses that could answer a GET for the same URL; that of the head is `request`. With
  /// `isRevalidation`, a GET follows for the outdated responses, which stay stored in case it fails. Besides the
  /// changes, returns reasons to report. An error other than 404 and 410 may be that of HEAD alone, and changes nothing.
  package static func changes(
    _ head: ResponseHead, to stored: [StoredCandidate], for request: RequestHead, isRevalidation: Bool,
    receivedAt: Instant, confirm: (StoredCandidate) -> Confirmation.Result
  ) -> (changes: [Write], notes: [Reason]) {
    let isGone = [404, 410].contains(head.status)
    let isOfGet = (200..<400).contains(head.status) && head.status != 206
    guard isGone || isOfGet && head.outdatesStored(request, isForRest: false) else { return ([], []) }
    var changes: [Write] = []
    var notes: [Reason] = []
    for found in stored {
      guard !isGone, Freshening.describes(head, found.response) else {
        let reason = Reason(.outdatedByHead, amount: Int64(head.status))
        if isGone || !isRevalidation {
          changes.append(Write(.remove(found), because: reason))
        } else {
          notes.append(reason)
        }
        continue
      }
      let result = confirm(found)
      if result.storage.isStorable {
        changes.append(
          Write(
            .freshen(found.reference, to: result.freshened.response, at: receivedAt),
            because: Reason(.freshenedByHead, amount: Int64(head.status))))
      } else if result.isForbidden {
        changes.append(Write(.remove(found), because: Reason(.forbiddenByHead, amount: Int64(head.status))))
      }
    }
    return (changes, notes)
  }
}
