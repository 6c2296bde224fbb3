import CSystem
import HTTPCacheCore

/// The environment of this process, or a given one.
///
/// Each variable is read when it is needed.
struct ProcessEnvironment: Equatable, Sendable {
  /// A variable, for the manual.
  struct Variable: Sendable {
    let name: String

    /// Without capital and full stop.
    let meaning: String
  }

  /// Every variable that changes what the program does.
  static let variables = [
    Variable(name: "HTTPCACHE_DIR", meaning: "where the cache lives"),
    Variable(name: "HTTPCACHE_CAPACITY", meaning: "how large the store may grow"),
    Variable(name: "HTTPCACHE_READ_ONLY", meaning: "1: read the cache and never write to it; 0: write"),
    Variable(name: "HTTPCACHE_POLICY", meaning: "the policy of the session, which --policy overrules"),
    Variable(name: "HTTPCACHE_PARALLEL", meaning: "how many transfers go on at once"),
    Variable(name: "HTTPCACHE_COLOR", meaning: "whether to use colours, as --color"),
    Variable(name: "HTTPCACHE_REMOTE", meaning: "the cache that other machines share, as --remote"),
    Variable(
      name: "HTTPCACHE_REMOTE_HEADER",
      meaning: "a field for each request to that cache, such as 'Authorization: Bearer …'"),
    Variable(name: "AWS_ACCESS_KEY_ID", meaning: "the key for --remote s3://…"),
    Variable(name: "AWS_SECRET_ACCESS_KEY", meaning: "the secret of that key"),
    Variable(name: "AWS_SESSION_TOKEN", meaning: "the token of that key, where it has one"),
    Variable(
      name: "AWS_REGION", meaning: "the region of the bucket, else $AWS_DEFAULT_REGION, else us-east-1"),
    Variable(name: "AWS_DEFAULT_REGION", meaning: "the same, where $AWS_REGION is not set"),
    Variable(
      name: "AWS_ENDPOINT_URL", meaning: "the server of --remote s3://…, where that is not Amazon's"),
    Variable(
      name: "XDG_CONFIG_HOME", meaning: "the configuration is httpcache/config below it, else below ~/.config"
    ),
    Variable(
      name: "XDG_CACHE_HOME",
      meaning: "the cache is the directory httpcache in it, unless --cache-dir says otherwise"),
    Variable(
      name: "HOME",
      meaning:
        "the cache is .cache/httpcache in it (macOS: Library/Caches/httpcache), unless something else says"),
    Variable(name: "NO_COLOR", meaning: "set and not empty: no colours, unless --color says so"),
    Variable(name: "TERM", meaning: "dumb: no colours, unless --color says so"),
    Variable(name: "CURL_CA_BUNDLE", meaning: "a file of certificates to trust, as --cacert"),
    Variable(name: "SSL_CERT_DIR", meaning: "the same as a directory, without $CURL_CA_BUNDLE"),
    Variable(name: "SSL_CERT_FILE", meaning: "the same as a file, without $CURL_CA_BUNDLE"),
    Variable(name: "TMPDIR", meaning: "where a copy of a Cache.db is kept while it is judged"),
    Variable(name: "COLUMNS", meaning: "how wide reports are, where a terminal does not say"),
  ]

  private let given: [String: String]?

  /// Takes the variables that are set; nil for the variables of this process.
  init(_ given: [String: String]? = nil) { self.given = given }

  /// The value of a variable; nil if it is not set.
  subscript(name: String) -> String? {
    if let given { return given[name] }
    return getenv(name).map { OriginalBytes.text(ofC: $0) }
  }

  /// This program's directory by a variable of the XDG specification, else below the home directory; nil without both.
  func directory(_ variable: String, orBelowHome name: String) -> String? {
    // The XDG specification: a relative path there is invalid and is to be ignored.
    if let base = self[variable], base.hasPrefix("/") { return "\(base)/httpcache" }
    guard let home = self["HOME"], !home.isEmpty else { return nil }
    return "\(home)/\(name)/httpcache"
  }

  /// The absolute path; a relative path is one in the current directory.
  static func absolutePath(_ path: String) -> String {
    guard !path.hasPrefix("/"), let directory = getcwd(nil, 0) else { return path }
    defer { free(directory) }
    return OriginalBytes.text(ofC: directory) + "/" + path
  }
}

/// stdin, stdout and stderr, any of which may be closed when the program starts.
enum StandardDescriptors {
  /// Opens the closed ones, so that no file or socket that is opened later gets one of their numbers.
  ///
  /// Each is opened in the wrong direction: reading or writing it still fails, and the failure is reported.
  static func fill() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      // `open` returns the lowest free number, which is this one.
      _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}

/// The time and the memory of this machine.
enum Machine {
  /// The time of day, to the second.
  static func now() -> Instant { Instant(epoch: HostClock.seconds()) }

  /// Bytes of this machine's memory.
  static var physicalMemory: Int64 {
    Int64(sysconf(Int32(_SC_PHYS_PAGES))) * Int64(sysconf(Int32(_SC_PAGESIZE)))
  }
}
