import HTTPCacheCore

/// How `inspect --live` sends its requests.
struct LiveOptions: Sendable {
  /// The value of `Accept-Encoding`, by default as browsers send it; nil to send none.
  fileprivate(set) var encodings: String? = Self.standardEncodings

  /// Which assets of a page are judged with it; nil if only the page is.
  fileprivate(set) var assets: AssetScope?

  /// The values of `--against` and `--against-connect-to`.
  fileprivate var againstBase: OtherDeployment?
  fileprivate var againstServer: String?

  /// The deployment that each URL is requested from a second time; nil for none.
  var against: OtherDeployment? { OtherDeployment(againstBase, server: againstServer) }

  /// The vendor whose caches are asked for their keys and tags; nil for none.
  fileprivate(set) var debugging: DebuggedProduct?

  /// Whether the cookies that a redirect sets go with the next request of its chain.
  fileprivate(set) var keepsCookies = true

  /// The files that `same-as=DIR` leaves out, as lines of a `.gitignore`.
  fileprivate(set) var excluded: [IgnorePattern] = []

  /// Whether connections and heads are shown, as `fetch -v` shows them.
  fileprivate(set) var showsWire = false

  private static let standardEncodings = "gzip, br, zstd"

  static let section = OptionSection("Requests of --live", subjects: .live) {
    ContentOptions.header
    ContentOptions.inputFile
    ContentOptions.sitemap
    Option(
      "assets", value: .optional("SCOPE"),
      "judge also what the page loads: style sheets, scripts, images, fonts and the like, \(AssetCount.most) at most; own: of "
        + "its own origin, all: of every origin",
      default: "own where no SCOPE is given", kind: .suggestion(AssetScope.spellings), example: "all",
      effect: .optionalValue(ValueForm<AssetScope>.choice("a choice of assets")) {
        $0.live.assets = $1 ?? .own
      })
    Option(
      "against", value: "URL",
      "ask another scheme, host and port for each URL, too; a difference in meaning or content is a finding",
      example: "https://b.test", effect: .parsed(OtherDeployment.init) { $0.live.againstBase = $1 })
    Option(
      "against-connect-to", value: "HOST:PORT",
      "ask this server for each URL, too, under the same Host, as the origin behind an edge; with --against for its URLs",
      excludes: ["unix-socket"], example: "192.0.2.1:443",
      effect: .value(.server) { $0.live.againstServer = $1 })
    Option(
      "location", short: "L",
      "follow redirects, with the cookies that they set; each response on the way is judged",
      effect: .sets { $0.isFollowing = true })
    Option(
      "no-cookies", "follow redirects without the cookies that they set",
      needs: ["location"], needsError: "goes with -L only", effect: .sets { $0.live.keepsCookies = false })
    Option(
      "exclude", value: "PATTERN",
      "leave files of the directory of --expect same-as=DIR out; as a line of .gitignore, relative to DIR",
      isRepeatable: true, example: "*.map",
      effect: .value(.ignorePattern) { $0.live.excluded.append($1) })
    Option(
      "debug-edge", value: "VENDOR",
      "send the field that makes the caches of this vendor tell their keys and tags, and show them",
      example: "fastly", effect: .choice("a vendor") { $0.live.debugging = $1 })
    Option(
      "wire", "show the connections and the heads of requests and responses on stderr; as fetch -v does",
      effect: .sets { $0.live.showsWire = true })
    Option(
      "no-encoding", "send no Accept-Encoding", default: "\(standardEncodings), as browsers do",
      effect: .sets { $0.live.encodings = nil })
    ParallelOptions.options
  }

  /// Throws if an option does not work with the method, or needs requests that `--dry-run` does not send.
  func check(_ options: Options) throws(UsageError) {
    let method = options.method
    guard assets == nil || method == "GET" else {
      throw UsageError("--assets reads the page, which only GET gets, and the method is \(method)")
    }
    guard keepsCookies || options.connection.cookieFiles.isEmpty else {
      throw UsageError("--no-cookies and the file of -b exclude each other")
    }
    guard !options.probes.isDryRun || assets == nil && options.sitemaps.isEmpty else {
      let what = assets == nil ? "--sitemap has to read the sitemap" : "--assets has to read the page"
      throw UsageError("--dry-run sends nothing, and \(what)")
    }
    guard options.probes.isEmpty && options.probes.within == nil || ["GET", "HEAD"].contains(method) else {
      throw UsageError("only GET and HEAD are sent more than once, and the method is \(method)")
    }
  }
}

extension ValueForm where Value == IgnorePattern {
  /// A line of a `.gitignore` that is neither blank nor a comment.
  fileprivate static var ignorePattern: Self {
    .init("a pattern of .gitignore", hint: "such as '*.map' or 'drafts/'") { IgnorePattern($0) }
  }
}
