/// An option's closed set of values; the raw values are what the user writes.
protocol Choice: RawRepresentable<String>, CaseIterable, Sendable, Equatable {}

extension Choice {
  /// Every accepted value, in the order in which errors and help texts list them.
  static var spellings: [String] { allCases.map(\.rawValue) }
}

/// The values of `--policy`.
enum PolicyName: String, Choice {
  case `protocol`, reload
  case reloadAll = "reload-all"
  case cacheElseLoad = "cache-else-load"
  case cacheOnly = "cache-only"
  case revalidate
}

/// The values of `--profile`.
enum ProfileName: String, Choice { case rfc9111, urlcache }

/// The values of `--storage`.
enum StorageName: String, Choice { case disk, memory, never }

/// The values of `--color`.
enum ColorChoice: String, Choice { case auto, always, never }

/// The values of `inspect --format`.
enum ReportFormat: String, Choice { case text, json, github, junit, sarif }

/// The values of `inspect --fail-on`.
enum SeverityName: String, Choice { case error, warning, info }

/// The values of `stats --by`.
enum StatsDimension: String, Choice { case host, type, status, freshness, age, size }

/// The values of `--generate-manual`.
enum ManualFormat: String, Choice { case man, markdown }

/// The values of `--generate-completion`.
enum ShellName: String, Choice { case bash, zsh, fish }

/// The HTTP version that a transfer was told to use.
enum HTTPVersionName: String, Choice {
  case http11 = "http1.1"
  case http2
}
