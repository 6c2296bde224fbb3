/// What to use instead of those options of curl that are not here: one line each.
enum CurlHints {
  /// The subcommands that a curl command line may be meant for.
  static let commands: [CommandName?] = [.fetch, .inspect, .revalidate]

  /// What stands in place of curl's `--json DATA`.
  static let json = "curl's --json DATA is -d DATA -H 'Content-Type: application/json'"

  /// Whether what follows `--json` is curl's data, and not a URL.
  static func isJSON(_ text: String) -> Bool {
    switch text.first {
    case "{", "\"", "@": true
    // An IPv6 address stands in brackets, too.
    case "[": text == "[]" || text.contains { "{,\"".contains($0) } || text.dropFirst().first == "["
    default: false
    }
  }

  /// What to use instead of an option.
  ///
  /// - Parameter spelling: the option with its dashes.
  /// - Returns: nil where curl has no such option, or it is one of httpcache, too.
  static func hint(for spelling: String) -> String? {
    groups.first { group in group.spellings.split(separator: " ").contains { $0 == spelling } }?.hint
  }

  /// The spellings, and what to use instead.
  static let groups: [(spellings: String, hint: String)] = [
    (
      "--trace --trace-ascii --trace-time --trace-ids --trace-config",
      "-v shows the connection and the heads, --explain what is decided"
    ),
    ("-: --next", "all URLs have the same options; run httpcache once more for others"),
    (
      "--parallel-immediate --parallel-max --parallel-max-host",
      "-Z N makes N transfers at once, --max-per-host N to one host"
    ),
    ("-# --progress-bar", "progress is shown on a terminal; -s hides it"),
    (
      "--form-escape", "names in a form are percent-encoded as browsers do it; leave it out"
    ),
    (
      "-C --continue-at",
      "what came of a download is kept: fetch it again, and only the rest is asked for; -r asks for a part"
    ),
    ("-a --append", "-T sends a file as a whole"),
    (
      "--etag-compare --etag-save",
      "the cache keeps entity tags and sends them; --policy revalidate asks at each fetch"
    ),
    (
      "--path-as-is --request-target",
      "the cache keeps one response for all spellings of a path, so it asks for the normalised one"
    ),
    ("--url", "write the URL without an option"),
    ("--url-query", "write it into the URL, or use -G with -d or --data-urlencode"),
    ("--data-ascii", "-d is the same"),
    ("--remote-name-all", "-O holds for every URL"),
    ("--create-dirs --create-file-mode", "--output-dir makes the directory; umask sets the mode of files"),
    (
      "--no-clobber --clobber --remove-on-error --xattr --out-null --skip-existing",
      "a file gets its name only when it is whole, and replaces another one; leave -o out to keep no file"
    ),
    ("--fail-early", "every URL is tried; the exit code tells whether one failed"),
    ("--location-trusted", "credentials are not sent to another origin; fetch that URL with them by itself"),
    ("--post301 --post302 --post303 --follow", "-X POST keeps the method across redirects"),
    ("--proto --proto-default --proto-redir", "httpcache asks http and https URLs only; write the scheme"),
    (
      "--ntlm-wb --aws-sigv4 --delegation --service-name",
      "use -u, --oauth2-bearer, or -H 'Authorization: …'"
    ),
    (
      "--raw --tr-encoding --ignore-content-length --http0.9 -0 --http1.0",
      "messages are read as RFC 9112 says; use curl"
    ),
    (
      "--rate -Y --speed-limit -y --speed-time --expect100-timeout --keepalive-time --keepalive-cnt "
        + "--happy-eyeballs-timeout-ms",
      "--connect-timeout and --max-time set the limits, --limit-rate the speed"
    ),
    (
      "--doh-url --doh-insecure --doh-cert-status --dns-interface --dns-ipv4-addr --dns-ipv6-addr --dns-servers",
      "--resolve HOST:PORT:ADDRESS says where a host is"
    ),
    ("--alt-svc --hsts --http3-only", "write the https URL; --http3 asks for HTTP/3"),
    ("--abstract-unix-socket", "--unix-socket PATH connects to a socket that has a path"),
    (
      "--netrc-optional", "-n takes what the file has for the host, and goes on without it"
    ),
    (
      "--socks4 --socks4a --socks5 --proxy1.0 --preproxy",
      "-x takes the kind of proxy as the scheme, such as -x socks5h://HOST:PORT"
    ),
    (
      "--proxy-anyauth --proxy-basic --proxy-digest --proxy-negotiate --proxy-ntlm --proxy-header "
        + "--proxy-ca-native --proxy-capath --proxy-cert --proxy-cert-type --proxy-ciphers --proxy-crlfile "
        + "--proxy-http2 --proxy-key --proxy-key-type --proxy-pass --proxy-pinnedpubkey "
        + "--proxy-service-name --proxy-ssl-allow-beast --proxy-ssl-auto-client-cert --proxy-tls13-ciphers "
        + "--proxy-tlsauthtype --proxy-tlspassword --proxy-tlsuser --proxy-tlsv1 --haproxy-protocol "
        + "--haproxy-clientip --suppress-connect-headers --socks5-basic --socks5-gssapi --socks5-gssapi-nec "
        + "--socks5-gssapi-service",
      "-x URL names the proxy, -U USER:PASS its credentials, --noproxy the hosts without one"
    ),
    (
      "-2 --sslv2 -3 --sslv3 --ciphers --curves --tls13-ciphers --crlfile --ca-native --cert-status --cert-type --key-type "
        + "--pass --engine --egd-file --random-file --false-start --sigalgs --ech --no-alpn --alpn --no-npn "
        + "--npn --no-sessionid --sessionid --ssl-allow-beast --ssl-auto-client-cert --ssl-no-revoke --ssl-sessions "
        + "--ssl-revoke-best-effort --tls-earlydata --tlsauthtype --tlspassword --tlsuser --vlan-priority --ip-tos",
      "TLS is set up as the system says; --cacert, --capath, --cert, --key, --tlsv1.2 and --tls-max change that"
    ),
    (
      "--no-keepalive --keepalive --no-tcp-nodelay --tcp-nodelay --tcp-fastopen --local-port --mptcp --compressed-ssh",
      "connections are set up as libcurl does by itself; leave it out"
    ),
    ("--disallow-username-in-url", "credentials in a URL are never printed or stored; leave it out"),
    ("--stderr", "redirect the stream in the shell: 2> FILE"),
    ("--styled-output --no-styled-output", "--color says whether to use colours"),
    ("--disable", "--no-config goes without the configuration file"),
    ("--libcurl -M --manual --metalink", "httpcache help fetch describes every option"),
    ("-V", "--version prints the version"),
    (
      "-B --use-ascii --crlf -l --list-only -P --ftp-port -Q --quote -t --telnet-option --disable-eprt --disable-epsv "
        + "--eprt --epsv --ftp-account --ftp-alternative-to-user --ftp-create-dirs --ftp-method --ftp-pasv --ftp-pret "
        + "--ftp-skip-pasv-ip --ftp-ssl-ccc --ftp-ssl-ccc-mode --ftp-ssl-control --hostpubmd5 --hostpubsha256 --krb "
        + "--login-options --mail-auth --mail-from --mail-rcpt --mail-rcpt-allowfails --pubkey --sasl-authzid --sasl-ir "
        + "--ssl --ssl-reqd --tftp-blksize --tftp-no-options --upload-flags --knownhosts",
      "httpcache speaks HTTP and HTTPS only; use curl"
    ),
  ]
}
