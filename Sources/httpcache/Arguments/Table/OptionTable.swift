import HTTPCacheCore

/// The options of every subcommand: the only source of parsing and of help texts.
enum OptionTable {
  /// The sections of a subcommand in the order of its help, the common one last; nil stands for none yet.
  static func sections(for command: CommandName?) -> [OptionSection] {
    switch command {
    case .fetch: [fetchRequest, fetchOutput, fetchCache, remoteCache, fetchTransfers, transfer, everywhere]
    case .inspect: [inspectSubject, inspectLive, inspectProbes, inspectJudgement, transfer, everywhere]
    case .revalidate: [revalidateSelection, revalidateRequest, remoteCache, transfer, everywhere]
    case .trim: [trimSelection, trimAction, everywhere]
    case .stats: [statsView, statsUpkeep, everywhere]
    case .help: [everywhere]
    case nil: [program, everywhere]
    }
  }

  /// Every option that a subcommand accepts.
  static func options(for command: CommandName?) -> [OptionDeclaration] {
    sections(for: command).flatMap(\.options)
  }

  /// The first option of a subcommand for which something holds; found without a list of them all.
  static func option(
    of command: CommandName?, where holds: (OptionDeclaration) -> Bool
  ) -> OptionDeclaration? {
    for section in sections(for: command) {
      if let option = section.options.first(where: holds) { return option }
    }
    return nil
  }

  /// What the program does without a subcommand.
  static let program = OptionSection(
    "In place of a subcommand",
    [
      .init(
        .showConfig, nil, "print the settings in effect, and where each value comes from"),
      .init(
        .generateCompletion, nil, value: .required("SHELL"),
        "print what a shell loads to complete subcommands, options and values",
        kind: .choice(ShellName.spellings)),
      .init(
        .generateManual, nil, value: .required("FORMAT"), "print the whole manual, for a file",
        kind: .choice(ManualFormat.spellings)),
      .init(
        .complete, nil,
        "say what may stand at the end of the command line that follows --; what the loaded script asks"),
    ])

  /// What every subcommand accepts, before and after its name.
  static let everywhere = OptionSection(
    "Everywhere",
    [
      .init(
        .cacheDir, nil, value: .required("DIR"), "where the cache lives; created when missing",
        default: "$XDG_CACHE_HOME/httpcache, else the user's cache directory",
        kind: .directory),
      .init(
        .capacity, nil, value: .required("SIZE"),
        "how large the store may grow; over it, the least recently used responses go first, and 0 turns the cache off",
        default: "1G"),
      .init(
        .memoryCapacity, nil, value: .required("SIZE|N%"),
        "how large the in-memory tier of one process may grow",
        default: "20% of physical memory, 10% where that is 512 MB or less"),
      .init(
        .readOnly, nil, "look up, never write; not a response and not a use time"),
      .init(
        .maxEntrySize, nil, value: .required("SIZE|N%"), "the largest response that is stored",
        default: "5% of the capacity"),
      .init(.shared, nil, "behave, and judge, as a shared cache", default: "as a private one"),
      .init(
        .profile, nil, value: .required("PROFILE"),
        "whose rules decide storing; RFC 9111's, or the seven conditions of Foundation's URL Loading System",
        default: "rfc9111", kind: .choice(StorageProfile.spellings)),
      .init(.json, nil, "machine output on stdout; one object a subject, one a line"),
      .init(
        .color, nil, value: .required("WHEN"),
        "whether to use colours; auto honours NO_COLOR and whether it is a terminal",
        default: "auto", kind: .choice(ColorChoice.spellings)),
      .init(.quiet, "q", "less on stderr"),
      .init(
        .verbose, "v", "more on stderr; fetch shows the connection and the heads, as curl does",
        isRepeatable: true),
      .init(.noConfig, nil, "do not read the configuration file"),
      .init(.help, "h", "print help; -h is the short form"),
      .init(.version, nil, "print the version; with -v the facts of the build and its libraries too"),
    ])
}

extension OptionTable {
  /// How many requests go out at once: of `fetch` and of `revalidate`.
  static let parallel: [OptionDeclaration] = [
    .init(
      .parallel, "Z", value: .required("N"), "transfers at once",
      default: "\(ParallelOptions.standard.transfers)"),
    .init(
      .maxPerHost, nil, value: .required("N"), "connections to one host",
      default: "\(ParallelOptions.standard.connectionsPerHost)"),
    .init(
      .retry, nil, value: .required("N"), "try again after a passing failure, so many times",
      default: "\(ParallelOptions.standard.retries.limit)"),
    .init(
      .retryDelay, nil, value: .required("S"), "wait so many seconds before each further try",
      default: "1, and twice as long each time"),
    .init(
      .retryMaxTime, nil, value: .required("S"), "begin no further try later than this after the first"),
    .init(.retryConnectionRefused, nil, "try again also where the connection was refused"),
    .init(.retryAllErrors, nil, "try again after every failure of the network"),
  ]

  /// The cache that is shared with other machines: of `fetch` and of `revalidate`.
  static let remoteCache = OptionSection(
    "Remote cache",
    [
      .init(
        .remote, nil, value: .required("URL"),
        "a cache behind this one that other machines share; any server that keeps what is PUT, or s3://BUCKET/PREFIX"
      ),
      .init(
        .remoteMode, nil, value: .required("MODE"),
        "whether what a shared cache may store is written there, behind the answers", default: "read",
        kind: .choice(RemoteMode.spellings)),
      .init(
        .remoteTimeout, nil, value: .required("S"), "after how long a silence it is given up", default: "2"),
    ])

  /// The way through a proxy, as in curl.
  private static let proxy: [OptionDeclaration] = [
    .init(.proxy, "x", value: .required("URL"), "go through this proxy"),
    .init(.proxyUser, "U", value: .required("USER:PASS"), "credentials for the proxy"),
    .init(
      .noProxy, nil, value: .required("HOSTS"),
      "ask these hosts, with commas between them, without a proxy; * stands for all"),
    .init(
      .proxyCACertificate, nil, value: .required("FILE"),
      "trust the certificates in this file where the proxy speaks TLS", kind: .file),
    .init(.proxyInsecure, nil, "do not verify the proxy's certificate"),
    .init(
      .socks5Hostname, nil, value: .required("HOST[:PORT]"),
      "go through this SOCKS5 proxy, which looks up the names"),
    .init(.proxyTunnel, "p", "go through a tunnel of the proxy for plain HTTP too"),
  ]

  /// How one request is sent, as in curl: of `fetch`, and of `inspect --live`.
  static let transfer = OptionSection(
    "Connection",
    [
      .init(.connectTimeout, nil, value: .required("S"), "give up connecting after so many seconds"),
      .init(.maxTime, "m", value: .required("S"), "give up a transfer after so many seconds"),
      .init(
        .caCertificate, nil, value: .required("FILE"), "trust the certificates in this file", kind: .file),
      .init(
        .caPath, nil, value: .required("DIR"), "trust the certificates in this directory", kind: .directory),
      .init(.tls10, "1", "use TLS 1.0 or later"),
      .init(.tls11, nil, "use TLS 1.1 or later"),
      .init(.tls12, nil, "use TLS 1.2 or later"),
      .init(.tls13, nil, "use TLS 1.3 or later"),
      .init(
        .tlsMax, nil, value: .required("VERSION"), "use this version of TLS at most",
        kind: .choice(TLSVersionName.spellings)),
      .init(
        .certificate, "E", value: .required("FILE[:PASS]"),
        "show the server this certificate; what it answers is found only with the same file", kind: .file),
      .init(.certificateKey, nil, value: .required("FILE"), "the key of that certificate", kind: .file),
      .init(
        .pinnedKey, nil, value: .required("FILE|HASHES"), "the public key that the server must have",
        kind: .file),
      .init(.insecure, "k", "do not verify the origin's certificate"),
    ] + proxy + [
      .init(.user, "u", value: .required("USER:PASS"), "credentials for the origin"),
      .init(.basic, nil, "send the credentials of -u with the first request, as is done anyway"),
      .init(.digest, nil, "log in with the credentials of -u by Digest, where the server asks for it"),
      .init(.ntlm, nil, "the same by NTLM"),
      .init(
        .negotiate, nil,
        "the same by Negotiate, as the user of the system with -u :; nothing is stored or reused"),
      .init(.anyAuthentication, nil, "the same by Digest, NTLM or Basic, as the server prefers"),
      .init(.netrc, "n", "take credentials for the host from ~/.netrc, unless -u or the URL has some"),
      .init(.netrcFile, nil, value: .required("FILE"), "the same, from another file", kind: .file),
      .init(.bearer, nil, value: .required("TOKEN"), "a bearer token for the origin"),
      .init(
        .cookie, "b", value: .required("NAME=VALUE|FILE"),
        "send cookies, as in 'a=1; b=2', or those of a file for the host, and then those that answers set",
        isRepeatable: true, kind: .file),
      .init(.junkSessionCookies, "j", "leave out the cookies of that file that are for one session"),
      .init(.userAgent, "A", value: .required("S"), "the User-Agent to send; an empty one sends none"),
      .init(.referer, "e", value: .required("URL"), "the Referer to send"),
      .init(
        .resolve, nil, value: .required("H:P:A"), "connect to address A for host H and port P",
        isRepeatable: true),
      .init(
        .connectTo, nil, value: .required("H1:P1:H2:P2"),
        "connect to host H2 and port P2 for host H1 and port P1", isRepeatable: true),
      .init(
        .unixSocket, nil, value: .required("PATH"), "connect to this socket instead of the network",
        kind: .file),
      .init(.http11, nil, "use HTTP/1.1"),
      .init(.http2, nil, "use HTTP/2"),
      .init(.http2PriorKnowledge, nil, "use HTTP/2 at once, also without TLS"),
      .init(.http3, nil, "use HTTP/3 where the origin and libcurl have it"),
      .init(.ipv4, "4", "connect to IPv4 addresses only"),
      .init(.ipv6, "6", "connect to IPv6 addresses only"),
      .init(.interface, nil, value: .required("NAME"), "send from this network interface or address"),
      .init(.limitRate, nil, value: .required("SPEED"), "so many bytes a second at most, such as 100K"),
      .init(
        .config, "K", value: .required("FILE|-"), "read more options from a file of curl's form, one a line",
        isRepeatable: true, kind: .file),
      .init(.silent, "s", "show no progress; errors are printed all the same"),
      .init(.showError, "S", "print errors, as is done anyway"),
      .init(.globoff, "g", "take [ ] { } in a URL as they are, as is done anyway"),
    ])
}
