/// What `fetch` writes of a response, and where.
struct WritingOptions: Equatable, Sendable {
  let includesHead: Bool
  let destination: BodyDestination

  /// Whether files are named, and dated, as the response says.
  let usesSuggestedName: Bool
  let keepsRemoteTime: Bool

  /// Where the heads of all responses go; nil for nowhere.
  let headFile: String?

  /// What is printed of each URL at its end; nil for nothing.
  let writeOut: WriteOutFormat?

  /// The largest body that is taken, in bytes.
  let maxFileSize: Int64?

  /// Reads the options.
  ///
  /// - Parameters:
  ///   - arguments: of `fetch`.
  ///   - urlCount: how many URLs the command line names.
  /// - Throws: the first thing that cannot be understood.
  init(_ arguments: ParsedArguments, urlCount: Int) throws(UsageError) {
    // A HEAD request has nothing else to show, as in curl.
    let includes = arguments.has(.include) || arguments.has(.head)
    destination = try BodyDestination(arguments, urlCount: urlCount)
    // Heads that go where the bodies go have one way, in which they stay in order.
    let heads = try arguments.value(.dumpHeader, as: .path)
    let isHeadBeforeBody = heads == "-" && destination == .standardOutput
    includesHead = includes || isHeadBeforeBody
    headFile = isHeadBeforeBody ? nil : heads
    usesSuggestedName = try Self.usesSuggestedName(arguments, destination)
    keepsRemoteTime = arguments.has(.remoteTime)
    writeOut = try Self.writeOut(arguments)
    maxFileSize = try arguments.value(.maxFileSize, as: .size)
  }

  private static func writeOut(_ arguments: ParsedArguments) throws(UsageError) -> WriteOutFormat? {
    guard let format = arguments.last(.writeOut)?.value else { return nil }
    try arguments.refuse(.writeOut, with: .json)
    return try WriteOutFormat.read(format)
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
}
