/// Where a response leads: redirects are followed one by one, each through the cache (RFC 9110 §15.4).
enum Redirects {
  enum Next {
    /// The response is the answer.
    case stay
    /// Another request is to be made.
    case follow(FetchRequest)
    /// The redirect can't be followed.
    case fail(FetchError)
  }

  /// Decides what comes after a response.
  ///
  /// The next request has no credentials where the origin changes. It is a GET where curl and browsers change the
  /// method, and has no content where curl drops it.
  static func next(after head: ResponseHead, of request: FetchRequest, count: Int) -> Next {
    guard let limit = request.maxRedirects, let location = head.redirectLocation,
      let target = head.redirectTarget(from: request.head.target)
    else { return .stay }
    guard count < limit else { return .fail(.tooManyRedirects(limit)) }
    var following = request
    following.removeCookies()
    switch target {
    case .success(let target): following.head.target = target
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
      following.head.fields.lines.removeAll {
        // Requests to every origin go through the same proxy, which keeps its credentials.
        Credentials.include($0.name) && !$0.isNamed(FieldLine.proxyAuthorization) || $0.isNamed("Host")
          || bound.contains($0)
      }
      let own = request.originFields[following.head.target.origin] ?? []
      following.head.fields.lines += own.filter { !following.head.fields.contains($0.name) }
      // Another origin could lead back to a URL of its choice: the fields for the first origin are not sent again.
      if !bound.isEmpty { following.originFields[request.head.target.origin] = nil }
    }
    return .follow(following)
  }
}

extension FetchRequest {
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
