import HTTPCacheCore

/// The text of `--version`, and the User-Agent.
enum VersionText {
  static let version = "1.0.0"

  /// The lines of `--version`.
  ///
  /// `isVerbose` adds facts of the build and the libraries; libcurl is loaded only for these.
  static func text(isVerbose: Bool) -> String {
    let line = "httpcache \(version)\n"
    guard isVerbose else { return line }
    let facts = [
      ("build", "\(build), \(platform)"), ("SQLite", SQLiteLibrary.version),
      ("libcurl", libcurl),
      ("profiles", StorageProfile.spellings.joined(separator: ", ")),
      ("formats", ReportFormat.spellings.joined(separator: ", ")),
    ]
    return line + facts.map { "\($0):".rightPadded(10) + "\($1)\n" }.joined()
  }

  private static var libcurl: String {
    guard let version = CurlVersion.text else { return "not found; only stored responses can be served" }
    return "\(version), \(CurlVersion.isPacked ? "packed with httpcache" : "the system's")"
  }

  private static var build: String {
    #if DEBUG
    "debug"
    #else
    "release"
    #endif
  }

  private static var platform: String {
    #if os(macOS)
    let system = "macOS"
    #elseif os(Linux)
    let system = "Linux"
    #else
    let system = "another system"
    #endif
    #if arch(x86_64)
    return "\(system) x86_64"
    #elseif arch(arm64)
    return "\(system) arm64"
    #else
    return system
    #endif
  }

  static let userAgent = "httpcache/\(version)"
}
