/// Passes over the entries of a log in their order, and tells an answer with content of a redirect of the same URL that a browser
/// could have used again in its place.
///
/// Its memory is bounded: beyond a number of redirects, further ones are not remembered.
package struct RedirectMemory: Sendable {
  /// The most redirects whose fields are remembered.
  private static let most = 10_000

  /// The redirects that a browser may use again, by a hash of their URL.
  private var redirects: [Int: Subject] = [:]

  package init() {}

  /// Notes what came; gives the context with the redirect before it, if there was one.
  package mutating func see(_ subject: Subject, _ context: SubjectContext) -> SubjectContext {
    guard subject.request.method == "GET", subject.request.target.isHTTP, subject.isFromServer else {
      return context
    }
    var context = context
    context.redirectedBefore = redirect(before: subject)
    return context
  }

  private mutating func redirect(before subject: Subject) -> RedirectedBefore? {
    let head = subject.stored.head
    let isRedirect = head.redirectLocation != nil
    guard isRedirect || !redirects.isEmpty && head.status == 200 else { return nil }
    var hasher = Hasher()
    hasher.combine(subject.request.target.normalized)
    let url = hasher.finalize()
    guard isRedirect else {
      guard let redirect = redirects[url] else { return nil }
      let passed = subject.stored.requestedAt - redirect.stored.receivedAt
      guard passed >= 0, redirect.redirects(subject.request, after: passed) else { return nil }
      return RedirectedBefore(status: redirect.stored.head.status, seconds: passed)
    }
    // Logs leave cookies out, so that they do not show what a redirect depends on.
    let isKept =
      subject.redirects(subject.request)
      && !head.nominatedNames.contains { Credentials.areIn(fieldNamed: $0) }
    if redirects[url] != nil || redirects.count < Self.most { redirects[url] = isKept ? subject : nil }
    return nil
  }
}
