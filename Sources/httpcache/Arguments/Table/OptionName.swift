/// Every option of every subcommand; the raw value is the long name, which never changes.
enum OptionName: String, CaseIterable, Sendable {
  // Everywhere
  case cacheDir = "cache-dir"
  case capacity
  case memoryCapacity = "memory-capacity"
  case readOnly = "read-only"
  case maxEntrySize = "max-entry-size"
  case shared
  case profile
  case json
  case color
  case quiet
  case verbose
  case noConfig = "no-config"
  case help
  case version

  // In place of a subcommand
  case showConfig = "show-config"
  case generateCompletion = "generate-completion"
  case generateManual = "generate-manual"
  case complete

  // The request of `fetch`
  case request
  case head
  case header
  case data
  case dataBinary = "data-binary"
  case dataRaw = "data-raw"
  case dataURLEncode = "data-urlencode"
  case uploadFile = "upload-file"
  case form
  case formString = "form-string"
  case get
  case timeCondition = "time-cond"
  case range
  case inputFile = "input-file"
  case sitemap

  // What `fetch` does with the answer
  case include
  case output
  case remoteName = "remote-name"
  case outputDir = "output-dir"
  case remoteHeaderName = "remote-header-name"
  case remoteTime = "remote-time"
  case dumpHeader = "dump-header"
  case writeOut = "write-out"
  case maxFileSize = "max-filesize"
  case flat
  case fail
  case failWithBody = "fail-with-body"
  case explain
  case expect

  // How `fetch` uses the cache
  case policy
  case maxAge = "max-age"
  case maxStale = "max-stale"
  case minFresh = "min-fresh"
  case onlyIfCached = "only-if-cached"
  case staleIfUnreachable = "stale-if-unreachable"
  case ttl
  case storage
  case userInfo = "user-info"
  case stripHeader = "strip-header"
  case keepCredentials = "keep-credentials"
  case remote
  case remoteMode = "remote-mode"
  case remoteTimeout = "remote-timeout"

  // How requests are sent
  case location
  case noEncoding = "no-encoding"
  case noLocation = "no-location"
  case maxRedirects = "max-redirects"
  case parallel
  case maxPerHost = "max-per-host"
  case retry
  case retryDelay = "retry-delay"
  case retryMaxTime = "retry-max-time"
  case retryConnectionRefused = "retry-connrefused"
  case retryAllErrors = "retry-all-errors"
  case compressed
  case connectTimeout = "connect-timeout"
  case maxTime = "max-time"
  case caCertificate = "cacert"
  case caPath = "capath"
  case tls10 = "tlsv1.0"
  case tls11 = "tlsv1.1"
  case tls12 = "tlsv1.2"
  case tls13 = "tlsv1.3"
  case tlsMax = "tls-max"
  case certificate = "cert"
  case certificateKey = "key"
  case pinnedKey = "pinnedpubkey"
  case insecure
  case proxy
  case proxyUser = "proxy-user"
  case noProxy = "noproxy"
  case proxyCACertificate = "proxy-cacert"
  case proxyInsecure = "proxy-insecure"
  case socks5Hostname = "socks5-hostname"
  case proxyTunnel = "proxytunnel"
  case user
  case basic
  case digest
  case ntlm
  case negotiate
  case anyAuthentication = "anyauth"
  case netrc
  case netrcFile = "netrc-file"
  case bearer = "oauth2-bearer"
  case cookie
  case cookieJar = "cookie-jar"
  case junkSessionCookies = "junk-session-cookies"
  case userAgent = "user-agent"
  case referer
  case resolve
  case connectTo = "connect-to"
  case unixSocket = "unix-socket"
  case http11 = "http1.1"
  case http2
  case http2PriorKnowledge = "http2-prior-knowledge"
  case http3
  case ipv4
  case ipv6
  case interface
  case limitRate = "limit-rate"

  // What a curl user writes by habit, and holds anyway
  case silent
  case showError = "show-error"
  case noBuffer = "no-buffer"
  case globoff
  case config

  // What `inspect` judges
  case firstParty = "first-party"
  case live
  case assets
  case against
  case againstHAR = "against-har"
  case headers
  case har
  case cacheDB = "cache-db"
  case all
  case url
  case method
  case requestHeader = "request-header"
  case at
  case expectFile = "expect-file"
  case failOn = "fail-on"
  case strict
  case format

  // Which stored responses `revalidate` and `trim` mean
  case stale
  case host
  case to
  case maxEntries = "max-entries"
  case olderThan = "older-than"
  case newerThan = "newer-than"
  case unusedFor = "unused-for"
  case status
  case dryRun = "dry-run"
  case noExpectFile = "no-expect-file"
  case writeExpectFile = "write-expect-file"
  case writeBaseline = "write-baseline"
  case baseline
  case pruneBaseline = "prune-baseline"
  case revisit
  case jsonl
  case summary
  case mergeSummaries = "merge-summaries"
  case probe
  case probeAs = "probe-as"
  case probeHeader = "probe-header"
  case `repeat`
  case every
  case eachAddress = "each-address"

  // What `stats` shows
  case by
  case top
  case html
  case since
  case reset
  case verify
  case repair
}

extension OptionName {
  /// Further long names that curl has for it, without the dashes.
  var aliases: [String] {
    switch self {
    case .maxRedirects: ["max-redirs"]
    case .tls10: ["tlsv1"]
    case .silent: ["no-progress-meter"]
    default: []
    }
  }

  /// The variable that is read where the option is not given.
  var environment: String? {
    switch self {
    case .cacheDir: "HTTPCACHE_DIR"
    case .capacity: "HTTPCACHE_CAPACITY"
    case .readOnly: "HTTPCACHE_READ_ONLY"
    case .policy: "HTTPCACHE_POLICY"
    case .parallel: "HTTPCACHE_PARALLEL"
    case .color: "HTTPCACHE_COLOR"
    case .remote: "HTTPCACHE_REMOTE"
    default: nil
    }
  }
}
