#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The environment variables that this program reads.
enum ProcessEnvironment {
  /// Every variable that changes what the program does.
  static let names = [
    "HTTPCACHE_DIR", "HTTPCACHE_CAPACITY", "HTTPCACHE_READ_ONLY", "HTTPCACHE_POLICY", "XDG_CACHE_HOME",
    "HOME",
    "NO_COLOR", "TERM", "COLUMNS",
  ]

  /// The variables that are set, by name.
  ///
  /// One look-up a name: the `environ` array is a mutable global and cannot be read safely.
  static func current() -> [String: String] {
    var values: [String: String] = [:]
    for name in names {
      if let value = getenv(name) { values[name] = String(cString: value) }
    }
    return values
  }
}
