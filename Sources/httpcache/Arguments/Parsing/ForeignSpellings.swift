/// Options and subcommands of other programs, with hints to those of httpcache.
enum ForeignSpellings {
  /// The hint for an unknown option, written with its dashes; nil if there is none.
  static func hint(forOption spelling: String) -> String? {
    switch spelling {
    case "-s", "--silent": "-q says less"
    case "-S", "--show-error": "errors are always told; -q says less of the rest"
    case "--offline": "fetch --policy cache-only answers from the cache and opens no connection"
    case "--no-cache", "--refresh": "fetch --policy reload asks the origin; --storage never keeps nothing"
    case "--force": "fetch --policy reload asks the origin, whatever is stored"
    case "--clear", "--flush", "--purge": "httpcache trim --all removes all that is stored"
    case "--list", "--ls": "httpcache inspect --all --format table lists what is stored"
    default: nil
    }
  }

  /// The hint for an unknown subcommand; nil if there is none.
  static func hint(forSubcommand name: String) -> String? {
    switch name {
    case "ls", "list", "dump": "httpcache inspect --all --format table lists what is stored"
    case "clear", "clean", "flush", "purge", "rm", "remove", "delete":
      "httpcache trim --all removes all that is stored"
    case "prune", "gc": "httpcache trim removes what goes beyond the capacity"
    case "get", "curl", "download": "httpcache fetch URL"
    case "explain", "check", "show", "lint": "httpcache inspect --live URL"
    case "refresh", "update", "validate": "httpcache revalidate URL"
    case "info", "status", "size": "httpcache stats"
    default: nil
    }
  }

  /// The subcommands that a curl command line may be meant for.
  static let commandsLikeCurl: [CommandName?] = [.fetch, .inspect, .revalidate]

  /// Options of curl that no option of httpcache replaces; the others are listed by `Option.insteadOf`.
  static let absentOfCurl: [(spellings: String, hint: String)] = [
    ("-: --next", "all URLs have the same options; run httpcache once more for others"),
    (
      "--path-as-is --request-target",
      "the cache keeps one response for all spellings of a path, so it asks for the normalised one"
    ),
    ("--url", "write the URL without an option"),
    (
      "--variable",
      "have the shell put the value in, as in -H \"X-Key: $KEY\"; -H @FILE reads fields that are secret"
    ),
    ("--ipfs-gateway", "write the URL of the gateway, as in https://GATEWAY/ipfs/CID"),
    ("--proto --proto-default --proto-redir", "httpcache asks http and https URLs only; write the scheme"),
    (
      "--raw --tr-encoding --ignore-content-length --http0.9 -0 --http1.0",
      "messages are read as RFC 9112 says; use curl"
    ),
    (
      "--no-keepalive --keepalive --no-tcp-nodelay --tcp-nodelay --tcp-fastopen --local-port --mptcp --compressed-ssh",
      "connections are set up as libcurl does by itself; leave it out"
    ),
    ("--disallow-username-in-url", "credentials in a URL are never printed or stored; leave it out"),
    ("--stderr", "redirect the stream in the shell: 2> FILE"),
    (
      "-B --use-ascii --crlf -l --list-only -P --ftp-port -Q --quote -t --telnet-option --disable-eprt --disable-epsv "
        + "--eprt --epsv --ftp-account --ftp-alternative-to-user --ftp-create-dirs --ftp-method --ftp-pasv --ftp-pret "
        + "--ftp-skip-pasv-ip --ftp-ssl-ccc --ftp-ssl-ccc-mode --ftp-ssl-control --hostpubmd5 --hostpubsha256 --krb "
        + "--login-options --mail-auth --mail-from --mail-rcpt --mail-rcpt-allowfails --pubkey --sasl-authzid --sasl-ir "
        + "--ssl --ssl-reqd --tftp-blksize --tftp-no-options --upload-flags --knownhosts",
      "httpcache speaks HTTP and HTTPS only; use curl"
    ),
  ]

  /// The hint for curl's `--json DATA`.
  static let json = "curl's --json DATA is -d DATA -H 'Content-Type: application/json'"

  /// Whether the text after `--json` is data as for curl's option, and not a URL.
  static func isJSON(_ text: String) -> Bool {
    switch text.first {
    case "{", "\"", "@": true
    // The IPv6 address of a URL without scheme begins with a bracket, too.
    case "[": text == "[]" || text.contains { "{,\"".contains($0) } || text.dropFirst().first == "["
    default: false
    }
  }
}
