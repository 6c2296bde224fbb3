/// Decides on the next request after a redirect; each redirect goes through the cache by itself (RFC 9110 §15.4).
enum Redirects {
  enum Next {
    /// The response is final, or its redirect is not followed.
    case stay
    /// Another request is to be made.
    case follow(FetchRequest)
    /// The redirect can't be followed.
    case fail(FetchError)

    /// Whether the response is the answer; the body of any other goes nowhere.
    var isFinal: Bool { if case .stay = self { true } else { false } }

    /// Whether another request is made.
    var isFollowing: Bool { if case .follow = self { true } else { false } }
  }

  /// Decides on the request after a response.
  ///
  /// If the origin changes, the next request has no credentials. Like curl and browsers, it may change the method to
  /// GET and drop the content.
  static func next(after head: ResponseHead, of request: FetchRequest, count: Int) -> Next {
    guard let location = head.redirectLocation,
      let target = head.redirectTarget(from: request.head.target),
      let limit = request.maxRedirects ?? (count == 0 && request.mayShorten(to: target) ? 1 : nil)
    else { return .stay }
    guard count < limit else { return .fail(.tooManyRedirects(limit)) }
    var following = request
    following.removeCookies()
    switch target {
    case .success(let target): following.head.target = target.withCanonicalHost
    case .failure:
      return .fail(.badRedirect(UserInformation.redacted(in: UserInformation.removed(from: location))))
    }
    switch head.status {
    case 303:
      following.dropContent()
      if request.head.method != "HEAD" { following.head.method = "GET" }
    case 301, 302:
      // As in curl, the user's own method stays, without the content.
      if request.head.method == "POST" || request.keepsMethod { following.dropContent() }
      if request.head.method == "POST", !request.keepsMethod { following.head.method = "GET" }
    default: break
    }
    if !following.head.target.isSameOrigin(as: request.head.target) {
      if following.login != nil { following.login = nil }
      let bound = request.originFields[request.head.target.origin] ?? []
      following.head.fields.lines.removeAll { $0.isForOneOrigin || bound.contains($0) }
      let own = request.originFields[following.head.target.origin] ?? []
      following.head.fields.lines += own.filter { !following.head.fields.contains($0.name) }
      // Another origin could redirect back to a URL of its choice: do not send the fields of the first origin again.
      if !bound.isEmpty { following.originFields[request.head.target.origin] = nil }
    }
    return .follow(following)
  }
}

extension FetchRequest {
  /// Whether a redirect leads to the form of the page's name without `.html` or `index.html`, and is followed for that.
  fileprivate func mayShorten(to target: Result<TargetURI, TargetURI.Malformed>) -> Bool {
    guard followsShortForm, case .success(let target) = target else { return false }
    return target.isShortForm(of: head.target)
  }

  /// Removes the content, and the fields that describe it (RFC 9110 §15.4).
  fileprivate mutating func dropContent() {
    guard head.hasContent || head.method != "GET" else { return }
    body = nil
    head.fields.lines.removeAll { line in
      let name = line.name.asciiLowercased
      return name.hasPrefix("content-")
        || ["digest", "repr-digest", "last-modified", "transfer-encoding"].contains(name)
    }
  }
}
