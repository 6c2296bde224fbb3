import HTTPCacheCore

/// The cookies of a run: read from files, kept while requests are made, and written to a file.
enum SessionCookies {
  /// Begins a session with the cookies of the files that are named.
  static func begin(_ connection: ConnectionOptions, now: Instant) throws(UsageError) -> CookieSession {
    var jar = CookieJar()
    for path in connection.cookieFiles where FileTime.modified(path) != nil {
      let text = OriginalBytes.text(try InputSource.file(path).bytes())
      jar.add(file: text, now: now, dropsSession: connection.dropsSessionCookies)
    }
    return CookieSession(jar, isOwned: PublicSuffixes.mayOwn)
  }

  /// Writes the cookies to a file that only its owner can read, or to stdout.
  static func write(
    _ session: CookieSession, to path: String, now: Instant, _ terminal: Terminal
  ) throws(OutputError) {
    let bytes = session.cookies.file(at: now).originalBytes
    if path == "-" {
      try terminal.write(bytes)
      return try terminal.flush()
    }
    let file = OutputFile(path: path, isNamed: true, isPrivate: true)
    var problem: OutputError?
    BodyPiece.with(bytes) { piece in
      do throws(OutputError) { try file.append(piece) } catch { problem = error }
    }
    if let problem { throw problem }
    try file.finish()
  }
}
