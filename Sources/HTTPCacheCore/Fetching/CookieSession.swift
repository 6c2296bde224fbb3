/// The cookies that the requests of a run share: what one answer sets goes with the next request.
package final class CookieSession: Sendable {
  private let jar: Locked<CookieJar>
  private let isOwned: Cookie.DomainCheck

  /// Begins a session.
  ///
  /// - Parameters:
  ///   - jar: the cookies to begin with.
  ///   - isOwned: whether a domain may have cookies of a host.
  package init(_ jar: CookieJar, isOwned: @escaping Cookie.DomainCheck) {
    self.jar = Locked(jar)
    self.isOwned = isOwned
  }

  /// The cookies so far.
  package var cookies: CookieJar { jar.withLock { $0 } }

  /// The value of `Cookie` for a request; nil where there is none to send.
  func field(for target: TargetURI, at now: Instant) -> String? {
    jar.withLock { $0.field(for: target, at: now) }
  }

  /// Takes the cookies that the origin's answer sets.
  func take(_ head: ResponseHead, from target: TargetURI, at now: Instant) {
    guard head.fields.contains("Set-Cookie") else { return }
    jar.withLock { $0.take(head, from: target, now: now, isOwned) }
  }
}
