import HTTPCacheCore

/// How a request is sent; the options mean what they mean in curl.
struct ConnectionOptions: Sendable {
  /// The settings of libcurl; the proxy's URL in them may hold a password and is never printed.
  var transfer = TransferOptions()

  fileprivate(set) var credentials: UserCredentials?

  /// The schemes by which the user of `credentials` may log in; empty if the first request has the credentials.
  var authentication: AuthenticationSchemes { transfer.authentication }

  fileprivate var netrcFile: String?
  fileprivate var readsNetrc = false

  /// The credentials of a netrc file, for URLs that have no others; nil if no such file was read.
  private var netrc: Netrc?

  /// The token to send as `Bearer`; never printed.
  fileprivate(set) var bearer: String?

  fileprivate(set) var cookies: String?

  /// The files that cookies are read from; a missing file counts as empty, as in curl.
  fileprivate(set) var cookieFiles: [String] = []

  fileprivate(set) var dropsSessionCookies = false

  /// The User-Agent to send; nil for this program's own, empty for none.
  fileprivate(set) var userAgent: String?

  fileprivate(set) var referer: String?
  fileprivate(set) var isSilent = false

  /// The credentials for a URL: from `-u`, else from the URL itself, else from the netrc file by its host.
  func credentials(for target: TargetURI) -> UserCredentials? {
    credentials ?? target.credentials ?? netrc?.credentials(for: target.host)
  }

  /// The option that gives credentials to every request; nil if none does.
  var credentialOption: String? {
    credentials != nil
      ? "-u" : bearer != nil ? "--oauth2-bearer" : cookies != nil || !cookieFiles.isEmpty ? "-b" : nil
  }

  mutating func settle(_ environment: ProcessEnvironment?) throws(UsageError) {
    if dropsSessionCookies, cookieFiles.isEmpty { throw UsageError("-j goes with -b FILE only") }
    let schemes = transfer.authentication
    // Negotiate logs in the user of the system, other schemes the user of `-u`.
    if schemes.contains(.negotiate), schemes != .negotiate {
      throw UsageError("--negotiate goes with no other way to log in")
    }
    // Basic alone needs no challenge: the first request has the credentials anyway.
    if schemes == .basic { transfer.authentication = AuthenticationSchemes(rawValue: 0) }
    if let oldest = transfer.oldestTLS, let newest = transfer.newestTLS, oldest.rawValue > newest.rawValue {
      throw UsageError("--tls-max is older than the oldest version that is allowed")
    }
    transfer.noteTrust()
    let isTrustNamed = transfer.settings.contains { ["CAINFO", "CAPATH"].contains($0.name) }
    if !isTrustNamed, !transfer.isInsecure { readTrust(environment) }
    try readNetrc(environment)
  }

  /// Sets the certificates to trust from the variables that curl reads, in curl's order.
  private mutating func readTrust(_ environment: ProcessEnvironment?) {
    func set(_ variable: String, _ name: String) -> Bool {
      guard let path = environment?[variable], !path.isEmpty else { return false }
      transfer.set(CurlSetting(name, .text(path)))
      return true
    }
    guard !set("CURL_CA_BUNDLE", "CAINFO") else { return }
    _ = set("SSL_CERT_DIR", "CAPATH")
    _ = set("SSL_CERT_FILE", "CAINFO")
  }

  /// Reads the netrc file; `~/.netrc` may be missing, the file of `--netrc-file` may not.
  private mutating func readNetrc(_ environment: ProcessEnvironment?) throws(UsageError) {
    var path = netrcFile
    if path == nil, readsNetrc, let home = environment?["HOME"], !home.isEmpty {
      path = FileTime.modified("\(home)/.netrc").map { _ in "\(home)/.netrc" }
    }
    if let path { netrc = Netrc(OriginalBytes.text(try InputSource.file(path).bytes().withoutByteOrderMark)) }
  }

  /// Splits `FILE:PASSWORD` at its first colon; `\:` is a colon in the file's name and `\\` a backslash, as in curl.
  static func certificate(_ text: String) -> (file: String, password: String?) {
    var rest = text[...]
    let (file, hasPassword) = rest.popText(before: ":") { $0 == ":" || $0 == "\\" ? $0 : nil }
    return (file, hasPassword ? String(rest) : nil)
  }

  /// Allows a scheme by which the user of `-u` may log in; of several, one that the server offers is used.
  private static func logsIn(_ scheme: AuthenticationSchemes) -> Option.Effect {
    .sets { $0.connection.transfer.authentication.formUnion(scheme) }
  }

  /// The options of `fetch`, `revalidate` and `inspect --live` about sending one request.
  static let section = OptionSection("Connection", subjects: .live) {
    Option(
      "connect-timeout", value: "S", "give up connecting after S seconds", isConfigurable: true,
      example: "0.5", effect: .value(.seconds) { $0.connection.transfer.connectTimeout = $1 })
    Option(
      "max-time", short: "m", value: "S", "give up a transfer after S seconds", isConfigurable: true,
      insteadOf: (
        "-Y --speed-limit -y --speed-time",
        "--max-time gives up a transfer that takes too long; --retry tries again"
      ), example: "60", effect: .value(.seconds) { $0.connection.transfer.maxTime = $1 })
    tls
    proxy
    credentials
    addresses
    habits
  }

  /// Which certificates to trust and to show, and which versions of TLS to use.
  @OptionList private static var tls: [Option] {
    Option(
      "cacert", value: "FILE", "trust the certificates in this file", isConfigurable: true,
      effect: .libcurl("CAINFO"))
    Option(
      "capath", value: "DIR", "trust the certificates in this directory", isConfigurable: true,
      effect: .directory {
        // Absolute, since stored responses are found by this path, whatever the working directory is.
        $0.connection.transfer.set(CurlSetting("CAPATH", .text(ProcessEnvironment.absolutePath($1))))
      })
    Option(
      "tlsv1.0", short: "1", aliases: ["tlsv1"], "use TLS 1.0 or later",
      effect: .sets { $0.connection.transfer.oldestTLS = .tls1_0 })
    Option("tlsv1.1", "use TLS 1.1 or later", effect: .sets { $0.connection.transfer.oldestTLS = .tls1_1 })
    Option("tlsv1.2", "use TLS 1.2 or later", effect: .sets { $0.connection.transfer.oldestTLS = .tls1_2 })
    Option("tlsv1.3", "use TLS 1.3 or later", effect: .sets { $0.connection.transfer.oldestTLS = .tls1_3 })
    Option(
      "tls-max", value: "VERSION", "use this version of TLS at most",
      insteadOf: (
        "-2 --sslv2 -3 --sslv3 --ciphers --curves --tls13-ciphers --crlfile --ca-native --cert-status --cert-type --key-type "
          + "--pass --engine --egd-file --random-file --false-start --sigalgs --ech --no-alpn --alpn --no-npn "
          + "--npn --no-sessionid --sessionid --ssl-allow-beast --ssl-auto-client-cert --ssl-no-revoke --ssl-sessions "
          + "--ssl-revoke-best-effort --dump-ca-embed --tls-earlydata --tlsauthtype --tlspassword --tlsuser --vlan-priority --ip-tos",
        "TLS is set up as the system says; --cacert, --capath, --cert, --key, --tlsv1.2 and --tls-max change that"
      ), effect: .choice("a version of TLS") { $0.connection.transfer.newestTLS = $1 })
    Option(
      "cert", short: "E", value: "FILE[:PASS]",
      "log in with this client certificate; its responses are reused only with the same file", kind: .file,
      isSecret: { certificate($0).password != nil },
      effect: .value(.text) { options, text in
        let (file, password) = certificate(text)
        // Absolute, since stored responses are found by this path, whatever the working directory is.
        options.connection.transfer.certificate = ProcessEnvironment.absolutePath(file)
        options.connection.transfer.certificatePassword = password
      })
    Option(
      "key", value: "FILE", "the private key of the certificate of -E",
      effect: .libcurl("SSLKEY"))
    Option(
      "pinnedpubkey", value: "FILE|HASHES", "the public key that the server must have", isConfigurable: true,
      effect: .libcurl("PINNEDPUBLICKEY"))
    Option(
      "insecure", short: "k", "do not verify the origin's certificate",
      effect: .sets { $0.connection.transfer.isInsecure = true })
  }

  @OptionList private static var proxy: [Option] {
    Option(
      "proxy", short: "x", value: "URL", "go through this proxy",
      insteadOf: (
        "--socks4 --socks4a --socks5 --proxy1.0 --preproxy",
        "-x takes the kind of proxy as the scheme, such as -x socks5h://HOST:PORT"
      ), example: "http://p.test:3128", effect: .value(.proxy) { $0.connection.transfer.proxy.url = $1 })
    Option(
      "proxy-user", short: "U", value: "USER:PASS", "credentials for the proxy",
      insteadOf: (
        "--proxy-anyauth --proxy-basic --proxy-digest --proxy-negotiate --proxy-ntlm --proxy-header "
          + "--proxy-ca-native --proxy-capath --proxy-cert --proxy-cert-type --proxy-ciphers --proxy-crlfile "
          + "--proxy-http2 --proxy-http3 --proxy-key --proxy-key-type --proxy-pass --proxy-pinnedpubkey "
          + "--proxy-service-name --proxy-ssl-allow-beast --proxy-ssl-auto-client-cert --proxy-tls13-ciphers "
          + "--proxy-tlsauthtype --proxy-tlspassword --proxy-tlsuser --proxy-tlsv1 --haproxy-protocol "
          + "--haproxy-clientip --suppress-connect-headers --socks5-basic --socks5-gssapi --socks5-gssapi-nec "
          + "--socks5-gssapi-service",
        "-x URL names the proxy, -U USER:PASS its credentials, --noproxy the hosts without one"
      ), isSecret: { _ in true }, example: "a:b",
      effect: .value(.credentials) { $0.connection.transfer.proxy.credentials = $1.revealed })
    Option(
      "noproxy", value: "HOSTS", "use no proxy for these hosts, separated by commas; * stands for all",
      example: "a.test", effect: .value(.fieldText) { $0.connection.transfer.proxy.exceptions = $1 })
    Option(
      "proxy-cacert", value: "FILE", "trust the certificates in this file where the proxy speaks TLS",
      effect: .libcurl("PROXY_CAINFO"))
    Option(
      "proxy-insecure", "do not verify the proxy's certificate",
      effect: .libcurl(
        CurlSetting("PROXY_SSL_VERIFYPEER", .number(0)), CurlSetting("PROXY_SSL_VERIFYHOST", .number(0))))
    Option(
      "socks5-hostname", value: "HOST[:PORT]", "go through this SOCKS5 proxy, which looks up the names",
      example: "p.test:1080", effect: .value(.proxy) { $0.connection.transfer.proxy.url = "socks5h://\($1)" })
    Option(
      "proxytunnel", short: "p", "make a tunnel through the proxy for plain HTTP too",
      effect: .libcurl(CurlSetting("HTTPPROXYTUNNEL", .number(1))))
  }

  /// Credentials, cookies, User-Agent and Referer.
  @OptionList private static var credentials: [Option] {
    Option(
      "user", short: "u", value: "USER:PASS", "credentials for the origin", excludes: ["oauth2-bearer"],
      isSecret: { _ in true }, example: "a:b", effect: .value(.credentials) { $0.connection.credentials = $1 }
    )
    Option(
      "basic", "send the credentials of -u with the first request; this is the default",
      excludes: ["oauth2-bearer"], effect: logsIn(.basic))
    Option(
      "digest", "log in with the credentials of -u by Digest, where the server asks for it",
      excludes: ["oauth2-bearer"], effect: logsIn(.digest))
    Option(
      "ntlm", "log in with the credentials of -u by NTLM, where the server asks for it",
      excludes: ["oauth2-bearer"], effect: logsIn(.ntlm))
    Option(
      "negotiate", "log in by Negotiate, with -u : as the user of the system; nothing is stored or reused",
      excludes: ["oauth2-bearer", "only-if-cached", "stale-if-unreachable"], effect: logsIn(.negotiate))
    Option(
      "anyauth", "log in with the credentials of -u by Digest, NTLM or Basic, as the server prefers",
      excludes: ["oauth2-bearer"], effect: logsIn(.any))
    Option(
      "netrc", short: "n", "take credentials for the host from ~/.netrc, unless -u or the URL has some",
      insteadOf: (
        "--netrc-optional", "-n takes what the file has for the host, and goes on without it"
      ), effect: .sets { $0.connection.readsNetrc = true })
    Option(
      "netrc-file", value: "FILE", "take credentials for the host from this file, as -n does from ~/.netrc",
      effect: .file { $0.connection.netrcFile = $1 })
    Option(
      "oauth2-bearer", value: "TOKEN", "a bearer token for the origin",
      insteadOf: (
        "--ntlm-wb --aws-sigv4 --delegation --service-name --httpsig --httpsig-algo --httpsig-algorithm "
          + "--httpsig-headers --httpsig-key --httpsig-keyid",
        "use -u, --oauth2-bearer, or -H 'Authorization: …'; -H sends a signature that another program made"
      ), isSecret: { _ in true }, example: "abc", effect: .value(.bearerToken) { $0.connection.bearer = $1 })
    Option(
      "cookie", short: "b", value: "NAME=VALUE|FILE",
      "send these cookies, as in 'a=1; b=2', or those that a file has for the host, and then those that responses set",
      isRepeatable: true, kind: .file,
      effect: .value(.cookies) { options, text in
        if text.contains("=") {
          options.connection.cookies = (options.connection.cookies.map { $0 + "; " } ?? "") + text
        } else {
          options.connection.cookieFiles.append(text)
        }
      })
    Option(
      "junk-session-cookies", short: "j", "leave out the session cookies of the file of -b",
      needs: ["cookie"], needsError: "goes with -b FILE only",
      effect: .sets { $0.connection.dropsSessionCookies = true })
    Option(
      "user-agent", short: "A", value: "S", "the User-Agent to send; an empty one sends none",
      example: "mine", effect: .value(.fieldText) { $0.connection.userAgent = $1 })
    Option(
      "referer", short: "e", value: "URL", "the Referer to send", example: "http://a.test/",
      effect: .value(.referer) { $0.connection.referer = $1 })
  }

  /// To which server and over which protocol to connect.
  @OptionList private static var addresses: [Option] {
    Option(
      "resolve", value: "H:P:A", "connect to address A for host H and port P", isRepeatable: true,
      insteadOf: (
        "--doh-url --doh-insecure --doh-cert-status --dns-interface --dns-ipv4-addr --dns-ipv6-addr --dns-servers",
        "--resolve HOST:PORT:ADDRESS says where a host is"
      ), example: "a.test:80:127.0.0.1",
      effect: .value(.resolve) { $0.connection.transfer.resolve.append($1) })
    Option(
      "connect-to", value: "H1:P1:H2:P2", "connect to host H2 and port P2 for host H1 and port P1",
      isRepeatable: true, example: "a.test:80:b.test:81",
      effect: .value(.connectTo) { $0.connection.transfer.connectTo.append($1) })
    Option(
      "unix-socket", value: "PATH", "connect to this socket instead of the network",
      insteadOf: ("--abstract-unix-socket", "--unix-socket PATH connects to a socket that has a path"),
      effect: .file {
        // Absolute, since stored responses are found by the path of their socket, whatever the working directory is.
        $0.connection.transfer.unixSocket = ProcessEnvironment.absolutePath($1)
      })
    Option("http1.1", "use HTTP/1.1", effect: .libcurl(CurlSetting("HTTP_VERSION", .number(2))))
    Option("http2", "use HTTP/2", effect: .libcurl(CurlSetting("HTTP_VERSION", .number(3))))
    Option(
      "http2-prior-knowledge", "use HTTP/2 at once, also without TLS",
      effect: .libcurl(CurlSetting("HTTP_VERSION", .number(5))))
    Option(
      "http3", "use HTTP/3 where the origin and libcurl have it",
      insteadOf: ("--alt-svc --hsts --http3-only", "write the https URL; --http3 asks for HTTP/3"),
      effect: .libcurl(
        CurlSetting("HTTP_VERSION", .number(30), otherwise: "the libcurl of this system has no HTTP/3")))
    Option(
      "ipv4", short: "4", "connect to IPv4 addresses only",
      effect: .sets { $0.connection.transfer.addressFamily = .ipv4 })
    Option(
      "ipv6", short: "6", "connect to IPv6 addresses only",
      effect: .sets { $0.connection.transfer.addressFamily = .ipv6 })
    Option(
      "interface", value: "NAME", "send from this network interface or address", example: "eth0",
      effect: .libcurl("INTERFACE", kind: .text))
    Option(
      "limit-rate", value: "SPEED", "transfer at most this many bytes a second, such as 100K",
      insteadOf: (
        "--rate --expect100-timeout --keepalive-time --keepalive-cnt "
          + "--happy-eyeballs-timeout-ms",
        "--connect-timeout and --max-time set the limits, --limit-rate the speed"
      ), example: "100K", effect: .libcurl(sizes: "MAX_RECV_SPEED_LARGE", "MAX_SEND_SPEED_LARGE"))
  }

  /// Options of curl that its users write by habit.
  @OptionList private static var habits: [Option] {
    Option(
      "config", short: "K", value: "FILE|-", "read more options from a file as curl does, one a line",
      isRepeatable: true, kind: .file, effect: .configFile)
    Option(
      "silent", short: "s", aliases: ["no-progress-meter"], "show no progress; errors are still printed",
      insteadOf: ("-# --progress-bar", "progress is shown on a terminal; -s hides it"),
      effect: .sets { $0.connection.isSilent = true })
    Option("show-error", short: "S", "print errors; this is the default")
    Option("globoff", short: "g", "take [ ] { } in a URL literally; this is the default")
  }
}
