import HTTPCacheCore

/// The options of `fetch`, understood and free of contradictions.
struct FetchOptions: Equatable, Sendable {
  /// What is stored beside a response.
  struct UserInfo: Equatable, Sendable {
    let key: String
    let value: String
  }

  /// What of the response is kept, and where.
  struct Storing: Equatable, Sendable {
    let storage: StoragePolicy
    let userInfo: [UserInfo]
    let strippedFields: [String]
    let keepsCredentials: Bool
  }

  /// The URLs of the command line; none only where there is an `inputFile`.
  let urls: [TargetURI]

  /// Where more URLs are read, one a line; `URLArgument.read` takes a line.
  let inputFile: InputSource?

  /// The sitemaps whose URLs are fetched, too.
  let sitemaps: [TargetURI]

  let method: String

  /// Whether `-X` named the method, which then outlives a redirect.
  let isMethodExplicit: Bool

  let fields: [FieldArgument]

  /// Fields that are configured for origins, by origin.
  let originFields: [String: [FieldLine]]

  let content: ContentOptions

  /// What makes the request conditional; nil where nothing does.
  let timeCondition: TimeCondition?

  /// What `Range` asks for, without the unit; nil for the whole.
  let range: String?

  let writing: WritingOptions

  /// The directory that files go to, made where it is missing; nil for the current one.
  let outputDirectory: String?

  let policy: PolicyChoice

  /// The request directives of RFC 9111 §5.2.1 that were asked for, as `Cache-Control` writes them.
  let directives: [String]

  let servesStaleIfUnreachable: Bool

  /// What is stored is fresh for so long from its cache date; nil where its fields decide.
  let ttl: Seconds?

  let storing: Storing

  /// The checks as written.
  let expectations: [String]

  /// How many redirects are followed; nil where redirects are answers like any other.
  let maxRedirects: Int?

  let parallel: ParallelOptions
  let isCompressed: Bool
  let connection: ConnectionOptions

  /// The cache that is shared with other machines; nil where there is none.
  let remote: RemoteOptions?

  let failsOnErrorStatus: Bool

  /// Whether the body of such an answer is written all the same.
  let showsErrorBody: Bool
  let isExplained: Bool

  /// Where the cookies go at the end; nil for nowhere.
  let cookieJar: String?

  /// Whether answers set cookies for later requests, which then are made one after another unless told.
  var hasSession: Bool { cookieJar != nil || !connection.cookieFiles.isEmpty }

  /// How many redirects are followed where no option says another.
  static let standardRedirects = 10

  /// Reads the options.
  ///
  /// - Parameter arguments: of `fetch`.
  /// - Throws: the first thing that cannot be understood.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    urls = try URLArgument.read(arguments.operands)
    inputFile = try arguments.value(.inputFile, as: .input)
    outputDirectory = try arguments.value(.outputDir, as: .path)
    sitemaps = try URLArgument.read(arguments.all(.sitemap).compactMap(\.value))
    guard !urls.isEmpty || inputFile != nil || !sitemaps.isEmpty else {
      throw UsageError(
        "fetch needs a URL", hint: arguments.missingURLHint("httpcache fetch https://example.com/"))
    }
    content = try ContentOptions(arguments)
    try arguments.refuse(.get, with: .sitemap)
    timeCondition = arguments.last(.timeCondition)?.value.map(TimeCondition.init)
    try Self.refuseTwoReaders(content, inputFile, arguments)
    method = try content.method(arguments)
    isMethodExplicit = arguments.has(.request)
    fields = try FieldArgument.read(arguments.all(.header))
    originFields = arguments.defaults.originFields
    range = try arguments.value(.range, as: .byteRange)
    writing = try WritingOptions(arguments, urlCount: urls.count)
    policy = try PolicyChoice(arguments)
    directives = try Self.directives(arguments)
    servesStaleIfUnreachable = arguments.has(.staleIfUnreachable)
    ttl = try arguments.value(.ttl, as: .duration)
    storing = try Self.storing(arguments)
    expectations = arguments.all(.expect).compactMap(\.value)
    maxRedirects = try Self.maxRedirects(arguments)
    isCompressed = arguments.has(.compressed)
    connection = try ConnectionOptions(arguments)
    remote = try RemoteOptions(arguments, connection: connection)
    if connection.authentication == .negotiate { try Self.refuseUnasked(arguments, policy) }
    cookieJar = try arguments.value(.cookieJar, as: .path)
    parallel = try ParallelOptions(
      arguments, isInTurn: cookieJar != nil || !connection.cookieFiles.isEmpty)
    try arguments.refuse(.fail, with: .failWithBody)
    showsErrorBody = arguments.has(.failWithBody)
    failsOnErrorStatus = arguments.has(.fail) || showsErrorBody
    isExplained = arguments.has(.explain)
  }

  /// How many redirects are followed; of `-L` and `--no-location` the last counts.
  private static func maxRedirects(_ arguments: ParsedArguments) throws(UsageError) -> Int? {
    let lastWord = arguments.occurrences.last { [.location, .noLocation].contains($0.name) }
    let isFollowing = lastWord?.name != .noLocation
    if !isFollowing { try arguments.refuse(.noLocation, with: .maxRedirects) }
    let redirects = try arguments.value(.maxRedirects, as: .count(0...1_000))
    return isFollowing ? redirects ?? standardRedirects : nil
  }

  /// Refuses what lets the cache answer unasked: with `--negotiate` it never does.
  private static func refuseUnasked(
    _ arguments: ParsedArguments, _ policy: PolicyChoice
  ) throws(UsageError) {
    if policy.request == .cacheOnly {
      throw UsageError("--negotiate: nothing answers without asking, so --policy cache-only finds nothing")
    }
    for name in [OptionName.onlyIfCached, .staleIfUnreachable] {
      try arguments.refuse(.negotiate, with: name)
    }
  }

  private static func directives(_ arguments: ParsedArguments) throws(UsageError) -> [String] {
    let maxStale = try arguments.value(.maxStale, as: .duration)
    var directives: [String] = []
    if let seconds = try arguments.value(.maxAge, as: .duration) { directives.append("max-age=\(seconds)") }
    if arguments.has(.maxStale) { directives.append(maxStale.map { "max-stale=\($0)" } ?? "max-stale") }
    if let seconds = try arguments.value(.minFresh, as: .duration) {
      directives.append("min-fresh=\(seconds)")
    }
    if arguments.has(.onlyIfCached) { directives.append("only-if-cached") }
    return directives
  }

  private static func storing(_ arguments: ParsedArguments) throws(UsageError) -> Storing {
    let userInfo = try arguments.values(.userInfo, as: .userInfo)
    if userInfo.contains(where: { $0.key == "cache_date" }) {
      throw UsageError("--user-info: cache_date is set by the cache", hint: "use another key")
    }
    return Storing(
      storage: try arguments.value(.storage, as: .choice("a place to store")) ?? .disk, userInfo: userInfo,
      strippedFields: try arguments.values(.stripHeader, as: .token("a field name")),
      keepsCredentials: arguments.has(.keepCredentials))
  }

  fileprivate static func isByteRange(_ text: String) -> Bool {
    !text.isEmpty
      && text.split(separator: ",", omittingEmptySubsequences: false).allSatisfy { range in
        let ends = range.split(separator: "-", omittingEmptySubsequences: false)
        return ends.count == 2 && ends.contains { !$0.isEmpty }
          && ends.allSatisfy { $0.utf8.allSatisfy(\.isDigit) }
      }
  }

  /// The standard input can be read once.
  private static func refuseTwoReaders(
    _ content: ContentOptions, _ inputFile: InputSource?, _ arguments: ParsedArguments
  ) throws(UsageError) {
    let formatFile: InputSource? = arguments.last(.writeOut)?.value == "@-" ? .standardInput : nil
    let readers =
      content.body.count(where: \.isStandardInput)
      + [content.upload, inputFile, formatFile].count { $0 == .standardInput }
      + arguments.all(.header).count(where: FieldArgument.readsStandardInput)
    guard readers > 1 else { return }
    throw .secondStandardInput
  }
}

extension ValueForm where Value == String {
  /// Byte ranges as curl takes them: a number alone is where the range begins.
  fileprivate static var byteRange: Self {
    .init("a byte range", hint: "such as 0-499, 500-, -500, or several with commas") { text in
      let range = text.contains("-") ? text : "\(text)-"
      return FetchOptions.isByteRange(range) ? range : nil
    }
  }
}

extension ValueForm where Value == FetchOptions.UserInfo {
  fileprivate static var userInfo: Self {
    .init("KEY=VALUE", isShown: false) { text in
      let key = text.prefix { $0 != "=" }
      guard !key.isEmpty, key.endIndex != text.endIndex else { return nil }
      return FetchOptions.UserInfo(key: String(key), value: String(text[key.endIndex...].dropFirst()))
    }
  }
}
