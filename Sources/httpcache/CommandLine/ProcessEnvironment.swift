#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The environment variables that this program reads.
enum ProcessEnvironment {
  /// A variable, and what it says.
  struct Variable: Sendable {
    let name: String

    /// Without capital and full stop.
    let meaning: String
  }

  /// Every variable that changes what the program does.
  static let variables = [
    Variable(name: "HTTPCACHE_DIR", meaning: "where the cache lives"),
    Variable(name: "HTTPCACHE_CAPACITY", meaning: "how large the store may grow"),
    Variable(name: "HTTPCACHE_READ_ONLY", meaning: "1: look up, never write; 0: write"),
    Variable(name: "HTTPCACHE_POLICY", meaning: "the policy of the session, which --policy overrules"),
    Variable(name: "HTTPCACHE_PARALLEL", meaning: "how many transfers go on at once"),
    Variable(name: "HTTPCACHE_COLOR", meaning: "whether to use colours, as --color"),
    Variable(
      name: "XDG_CONFIG_HOME", meaning: "the configuration is httpcache/config below it, else below ~/.config"
    ),
    Variable(name: "XDG_CACHE_HOME", meaning: "the cache is in httpcache below it, where nothing else says"),
    Variable(name: "HOME", meaning: "where the cache is below, where nothing else says"),
    Variable(name: "NO_COLOR", meaning: "set and not empty: no colours, unless --color says so"),
    Variable(name: "TERM", meaning: "dumb: no colours, unless --color says so"),
    Variable(name: "TMPDIR", meaning: "where a copy of a Cache.db is kept while it is judged"),
    Variable(name: "COLUMNS", meaning: "how wide reports are, where a terminal does not say"),
  ]

  /// The variables that are set, by name.
  ///
  /// One look-up a name: the `environ` array is a mutable global and cannot be read safely.
  static func current() -> [String: String] {
    var values = [String: String](minimumCapacity: variables.count)
    for variable in variables {
      if let value = getenv(variable.name) { values[variable.name] = String(cString: value) }
    }
    return values
  }
}
