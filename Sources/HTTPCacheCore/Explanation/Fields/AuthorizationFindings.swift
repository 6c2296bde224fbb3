extension Finding.Code {
  static let authorizationForbidsShared = Self(
    "authorization-forbids-shared", .info, "RFC 9111 §3.5",
    "the request's Authorization forbids shared caches to store the response",
    example: "--shared", "> Authorization: Bearer …", "Cache-Control: max-age=600")
  static let authorizationPublic = Self(
    "authorization-public", .warning, "RFC 9111 §3.5, §7.1",
    "shared caches may store the answer to a request with Authorization",
    example: "> Authorization: Bearer …", "Cache-Control: public, max-age=600", "ETag: \"1\"")
}

/// Finds responses to requests with Authorization that a shared cache could give to other users, or may not store
/// (RFC 9111 §3.5).
enum AuthorizationFindings: FindingFamily {
  static let codes: [Finding.Code] = [.authorizationForbidsShared, .authorizationPublic]

  static func finding(_ subject: FindingSubject) -> Finding? {
    guard subject.request.fields.contains("Authorization"), subject.request.method == "GET" else {
      return nil
    }
    let control = subject.head.cacheControl(for: .shared)
    guard !control.contains("no-store"),
      !control.isUnqualified("private")
    else { return nil }
    if let lifting = ["public", "s-maxage"].compactMap({ control.first($0) }).first {
      // If the origin validates each use, it can check the user's credentials.
      let isConfirmed =
        control.isUnqualified("no-cache")
        || subject.lifetime(.shared).seconds == 0
          && ["must-revalidate", "proxy-revalidate", "s-maxage"].contains(where: control.contains)
      guard !isConfirmed else { return nil }
      return Finding(
        .authorizationPublic, field: control.fieldName,
        value: subject.head.fields.combined(control.fieldName),
        "The request carried Authorization, and \(lifting.text.asCode) lets shared caches store the answer and"
          + " give it to other users.",
        line: AdvisedLine(
          ControlEdit(isForOneUser: true), for: .shared,
          after: " unless the response is the same for every user."))
    }
    guard subject.settings.role == .shared, !control.contains("must-revalidate") else { return nil }
    let own = subject.lifetime(.private)
    let seconds = own.seconds ?? 0
    return Finding(
      .authorizationForbidsShared, field: "Authorization",
      "A shared cache must not store this: the request carried Authorization, and the response has none of"
        + " `public`, `s-maxage`, `must-revalidate`."
        + (seconds > 0 ? " A private cache stores it, fresh for \(formatDuration(seconds))." : "")
        + " That is right where it is for one user; where it is the same for every user, `s-maxage` lifts the bar."
    )
  }
}
