import HTTPCacheCore

extension InspectOptions {
  /// How `live` requests are made.
  struct Live: Equatable, Sendable {
    /// The content codings that are asked for, as browsers do.
    static let encodings = "gzip, br, zstd"

    /// Where more URLs are read, one a line; nil where there are none.
    let inputFile: InputSource?

    /// The sitemaps whose URLs are asked for, too.
    let sitemaps: [TargetURI]

    /// What `Accept-Encoding` says; nil sends none.
    let encodings: String?

    /// How many redirects are followed, each response being judged; nil where a redirect is the answer.
    let maxRedirects: Int?

    let parallel: ParallelOptions

    /// What is asked beside the one request.
    let probes: ProbeOptions

    /// Whether what a page loads is judged with it; nil where only the page is.
    let assets: AssetScope?

    /// Where each URL is asked for a second time; nil for nowhere.
    let against: OtherDeployment?

    init(_ arguments: ParsedArguments) throws(UsageError) {
      if let text = arguments.last(.against)?.value {
        against = try OtherDeployment(text)
      } else {
        against = nil
      }
      assets =
        arguments.has(.assets) ? try arguments.value(.assets, as: .choice("a choice of assets")) ?? .own : nil
      inputFile = try arguments.value(.inputFile, as: .input)
      sitemaps = try URLArgument.read(arguments.all(.sitemap).compactMap(\.value))
      encodings = arguments.has(.noEncoding) ? nil : Self.encodings
      maxRedirects = arguments.has(.location) ? FetchOptions.standardRedirects : nil
      parallel = try ParallelOptions(arguments)
      probes = try ProbeOptions(arguments)
    }

    /// Refuses what can't be done with the method, or without a request.
    func refuse(method: String) throws(UsageError) {
      guard assets == nil || method == "GET" else {
        throw UsageError("--assets reads the page, which only GET gets, and the method is \(method)")
      }
      guard !probes.isDryRun || assets == nil && sitemaps.isEmpty else {
        let what = assets == nil ? "--sitemap has to read the sitemap" : "--assets has to read the page"
        throw UsageError("--dry-run sends nothing, and \(what)")
      }
      guard probes.isEmpty || ["GET", "HEAD"].contains(method) else {
        throw UsageError("only GET and HEAD are sent more than once, and the method is \(method)")
      }
    }

    /// Every option that goes with `--live` only.
    static let names: [OptionName] =
      ConnectionOptions.names
      + (OptionTable.inspectLive.options + OptionTable.inspectProbes.options).map(\.name)
  }
}
