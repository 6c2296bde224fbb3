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

  /// Joined with `&`, as in curl; none where there is no body.
  let body: [BodyPart]

  /// What is sent as it is; nil for nothing.
  let upload: InputSource?

  /// The parts of a form; none where there is none.
  let form: [FormPart]

  /// Whether `body` goes into the query of the URLs.
  let isBodyInQuery: Bool

  /// What makes the request conditional; nil where nothing does.
  let timeCondition: TimeCondition?

  /// What `Range` asks for, without the unit; nil for the whole.
  let range: String?

  let includesHead: Bool
  let destination: BodyDestination

  /// The directory that files go to, made where it is missing; nil for the current one.
  let outputDirectory: String?

  /// Whether files are named, and dated, as the response says.
  let usesSuggestedName: Bool
  let keepsRemoteTime: Bool

  /// Where the heads of all responses go; nil for nowhere.
  let headFile: String?

  /// What is printed of each URL at its end; nil for nothing.
  let writeOut: WriteOutFormat?

  /// The largest body that is taken, in bytes.
  let maxFileSize: Int64?

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
    body = BodyPart.all(arguments)
    upload = try arguments.value(.uploadFile, as: .input)
    form = try FormArgument.all(arguments)
    isBodyInQuery = arguments.has(.get)
    try arguments.refuse(.get, with: .sitemap)
    timeCondition = arguments.last(.timeCondition)?.value.map(TimeCondition.init)
    let formatFile: InputSource? = arguments.last(.writeOut)?.value == "@-" ? .standardInput : nil
    try Self.refuseTwoReaders(body, [upload, inputFile, formatFile], arguments.all(.header))
    method = try Self.method(arguments)
    isMethodExplicit = arguments.has(.request)
    fields = try FieldArgument.read(arguments.all(.header))
    originFields = arguments.defaults.originFields
    range = try arguments.value(.range, as: .byteRange)
    // A HEAD request has nothing else to show, as in curl.
    let includes = arguments.has(.include) || arguments.has(.head)
    let destination = try BodyDestination(arguments, urlCount: urls.count)
    self.destination = destination
    // Heads that go where the bodies go have one way, in which they stay in order.
    let heads = try arguments.value(.dumpHeader, as: .path)
    let isHeadBeforeBody = heads == "-" && destination == .standardOutput
    includesHead = includes || isHeadBeforeBody
    headFile = isHeadBeforeBody ? nil : heads
    usesSuggestedName = try Self.usesSuggestedName(arguments, destination)
    keepsRemoteTime = arguments.has(.remoteTime)
    if let format = arguments.last(.writeOut)?.value {
      try arguments.refuse(.writeOut, with: .json)
      writeOut = try WriteOutFormat.read(format)
    } else {
      writeOut = nil
    }
    maxFileSize = try arguments.value(.maxFileSize, as: .size)
    policy = try PolicyChoice(arguments)
    directives = try Self.directives(arguments)
    servesStaleIfUnreachable = arguments.has(.staleIfUnreachable)
    ttl = try arguments.value(.ttl, as: .duration)
    storing = try Self.storing(arguments)
    expectations = arguments.all(.expect).compactMap(\.value)
    let lastWord = arguments.occurrences.last { [.location, .noLocation].contains($0.name) }
    let isFollowing = lastWord?.name != .noLocation
    if !isFollowing { try arguments.refuse(.noLocation, with: .maxRedirects) }
    let redirects = try arguments.value(.maxRedirects, as: .count(0...1_000))
    maxRedirects = isFollowing ? redirects ?? Self.standardRedirects : nil
    isCompressed = arguments.has(.compressed)
    connection = try ConnectionOptions(arguments)
    remote = try RemoteOptions(arguments, connection: connection)
    if connection.authentication == .negotiate {
      if policy.request == .cacheOnly {
        throw UsageError("--negotiate: nothing answers without asking, so --policy cache-only finds nothing")
      }
      for name in [OptionName.onlyIfCached, .staleIfUnreachable] {
        try arguments.refuse(.negotiate, with: name)
      }
    }
    cookieJar = try arguments.value(.cookieJar, as: .path)
    var parallel = try ParallelOptions(arguments)
    if cookieJar != nil || !connection.cookieFiles.isEmpty, arguments.last(.parallel) == nil {
      parallel.transfers = 1
    }
    self.parallel = parallel
    try arguments.refuse(.fail, with: .failWithBody)
    showsErrorBody = arguments.has(.failWithBody)
    failsOnErrorStatus = arguments.has(.fail) || showsErrorBody
    isExplained = arguments.has(.explain)
  }

  /// The method: as told, else what `--head` or a body makes of it.
  private static func method(_ arguments: ParsedArguments) throws(UsageError) -> String {
    let hasData = !arguments.has(.get) && BodyPart.options.contains(where: arguments.has)
    try arguments.refuse(.get, with: .uploadFile)
    for data in BodyPart.options {
      if hasData { try arguments.refuse(.head, with: data) }
      try arguments.refuse(.uploadFile, with: data)
    }
    try arguments.refuse(.head, with: .uploadFile)
    let forms = [OptionName.form, .formString].filter(arguments.has)
    for form in forms {
      for other in BodyPart.options + [.get, .uploadFile, .head] { try arguments.refuse(form, with: other) }
    }
    let method = try arguments.value(.request, as: .token("a method"))
    guard arguments.has(.head) else {
      if let method { return method }
      return arguments.has(.uploadFile)
        ? "PUT" : hasData || !forms.isEmpty ? "POST" : "GET"
    }
    if method != "HEAD" { try arguments.refuse(.head, with: .request) }
    return "HEAD"
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

  private static func usesSuggestedName(
    _ arguments: ParsedArguments, _ destination: BodyDestination
  ) throws(UsageError) -> Bool {
    guard let given = arguments.last(.remoteHeaderName) else { return false }
    try arguments.refuse(.include, with: .remoteHeaderName)
    try arguments.refuse(.head, with: .remoteHeaderName)
    guard case .remoteNames = destination else {
      throw UsageError("\(given.spelling) goes with -O or --output-dir only")
    }
    return true
  }

  /// The standard input can be read once.
  private static func refuseTwoReaders(
    _ body: [BodyPart], _ inputs: [InputSource?], _ fields: [ParsedArguments.Occurrence]
  ) throws(UsageError) {
    let readers =
      body.count(where: \.isStandardInput) + inputs.count { $0 == .standardInput }
      + fields.count(where: FieldArgument.readsStandardInput)
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
