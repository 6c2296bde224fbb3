import HTTPCacheCore

/// The files that the cookies of a session are read from and written to.
enum CookieFiles {
  /// Reads the cookies of the files that are named; a file that does not exist has none, as in curl.
  static func read(_ connection: ConnectionOptions, now: Instant) throws(UsageError) -> CookieJar {
    var jar = CookieJar()
    for path in connection.cookieFiles where FileTime.modified(path) != nil {
      let text = OriginalBytes.text(try InputSource.file(path).bytes().withoutByteOrderMark)
      jar.add(file: text, now: now, dropsSession: connection.dropsSessionCookies)
    }
    return jar
  }

  /// Writes the cookies to a file that only its owner can read, or to stdout.
  static func write(
    _ cookies: CookieJar, to path: String, now: Instant, _ terminal: Terminal
  ) throws(OutputError) {
    let bytes = cookies.file(at: now).originalBytes
    if path == "-" {
      try terminal.write(bytes)
      return try terminal.flush()
    }
    try OutputFile.write(bytes, to: path, isPrivate: true)
  }
}
