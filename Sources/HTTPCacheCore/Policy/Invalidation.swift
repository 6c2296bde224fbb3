/// Which stored responses an unsafe request makes invalid (RFC 9111 §4.4).
package enum Invalidation {
  /// The URIs whose stored responses go: the target, and `Location` and `Content-Location` of the same origin.
  ///
  /// - Parameters:
  ///   - request: the request that was answered.
  ///   - head: the answer.
  /// - Returns: none for a safe method and for an answer that is neither 2xx nor 3xx.
  package static func targets(_ request: RequestHead, answeredBy head: ResponseHead) -> [TargetURI] {
    guard !isSafe(request.method), (200..<400).contains(head.status) else { return [] }
    var targets = [request.target]
    for name in ["Location", "Content-Location"] {
      guard let reference = head.fields.first(name) else { continue }
      do {
        let target = try request.target.resolving(reference)
        if target.origin == request.target.origin, !targets.contains(target) { targets.append(target) }
      } catch {
        continue  // What is no http URI names nothing that is stored.
      }
    }
    return targets
  }

  /// Whether a method is safe; an unknown one counts as unsafe (RFC 9110 §9.2.1).
  package static func isSafe(_ method: String) -> Bool {
    ["GET", "HEAD", "OPTIONS", "TRACE"].contains(method)
  }
}
