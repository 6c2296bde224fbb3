import CSystem
import HTTPCacheCore

/// The environment of this process, or a given one.
///
/// Each variable is read when it is needed.
struct ProcessEnvironment: Equatable, Sendable {
  /// Every variable that changes what the program does, for the manual; the meaning is without capital and full stop.
  static let variables: [(name: String, meaning: String)] = [
    ("HTTPCACHE_DIR", "where the cache lives"),
    ("HTTPCACHE_CAPACITY", "how large the store may grow"),
    ("HTTPCACHE_READ_ONLY", "1: read the cache and never write to it; 0: write"),
    ("HTTPCACHE_POLICY", "the policy of the session, which --policy overrules"),
    ("HTTPCACHE_PARALLEL", "how many transfers go on at once"),
    ("HTTPCACHE_COLOR", "whether to use colours, as --color"),
    ("HTTPCACHE_REMOTE", "the cache that other machines share, as --remote"),
    ("HTTPCACHE_REMOTE_HEADER", "a field for each request to that cache, such as 'Authorization: Bearer …'"),
    ("AWS_ACCESS_KEY_ID", "the key for --remote s3://…"),
    ("AWS_SECRET_ACCESS_KEY", "the secret of that key"),
    ("AWS_SESSION_TOKEN", "the token of that key, where it has one"),
    ("AWS_REGION", "the region of the bucket, else $AWS_DEFAULT_REGION, else us-east-1"),
    ("AWS_DEFAULT_REGION", "the same, where $AWS_REGION is not set"),
    ("AWS_ENDPOINT_URL", "the server of --remote s3://…, where that is not Amazon's"),
    ("XDG_CONFIG_HOME", "the configuration is httpcache/config below it, else below ~/.config"),
    ("XDG_CACHE_HOME", "the cache is the directory httpcache in it, unless --cache-dir says otherwise"),
    (
      "HOME",
      "the cache is .cache/httpcache in it (macOS: Library/Caches/httpcache), unless something else says"
    ),
    ("NO_COLOR", "set and not empty: no colours, unless --color says so"),
    ("TERM", "dumb: no colours, unless --color says so"),
    ("CURL_CA_BUNDLE", "a file of certificates to trust, as --cacert"),
    ("SSL_CERT_DIR", "the same as a directory, without $CURL_CA_BUNDLE"),
    ("SSL_CERT_FILE", "the same as a file, without $CURL_CA_BUNDLE"),
    ("TMPDIR", "where a copy of a Cache.db is kept while it is judged"),
    ("COLUMNS", "how wide reports are, where a terminal does not say"),
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

  static func absolutePath(_ path: String) -> String {
    guard !path.hasPrefix("/"), let directory = workingDirectory else { return path }
    return directory + "/" + path
  }

  /// The current directory; nil if it has been removed.
  static var workingDirectory: String? {
    guard let directory = getcwd(nil, 0) else { return nil }
    defer { free(directory) }
    return OriginalBytes.text(ofC: directory)
  }
}

/// stdin, stdout and stderr, any of which may be closed when the program starts.
enum StandardDescriptors {
  /// Opens the closed descriptors, so that no file or socket that is opened later gets one of their numbers.
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
