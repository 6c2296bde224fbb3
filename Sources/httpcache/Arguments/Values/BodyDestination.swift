/// Where the bodies of `fetch` go.
enum BodyDestination: Equatable, Sendable {
  /// To stdout, in the order of the URLs.
  case standardOutput

  /// Nowhere: `--json` without a file to write to.
  case nowhere

  /// To these files, one a URL, in their order; `-` is stdout.
  case files([String])

  /// To files named as the last segments of the URLs, in the directory; nil for the current one.
  ///
  /// A mirror keeps the directories of the URLs below it.
  case remoteNames(directory: String?, keepsDirectories: Bool)

  /// Whether a body goes to stdout.
  var includesOutput: Bool {
    switch self {
    case .standardOutput: true
    case .files(let files): files.contains("-")
    case .nowhere, .remoteNames: false
    }
  }

  /// Reads `-o`, `-O` and `--output-dir`.
  ///
  /// - Parameters:
  ///   - arguments: of `fetch`.
  ///   - urlCount: how many URLs the command line names.
  /// - Throws: where the options contradict each other.
  init(_ arguments: ParsedArguments, urlCount: Int) throws(UsageError) {
    try arguments.refuse(.output, with: .remoteName)
    let files = try arguments.values(.output, as: .path)
    let directory = try arguments.value(.outputDir, as: .path)
    guard !arguments.has(.flat) || directory != nil && files.isEmpty else {
      throw UsageError("--flat goes with --output-dir, and without -o")
    }
    if files.isEmpty {
      if arguments.has(.remoteName) || directory != nil {
        // With -O the names are flat, as in curl.
        let isFlat = arguments.has(.flat) || arguments.has(.remoteName)
        self = .remoteNames(directory: directory, keepsDirectories: !isFlat)
      } else {
        self = arguments.has(.json) ? .nowhere : .standardOutput
      }
      return
    }
    guard !arguments.has(.inputFile), files.count == urlCount else {
      throw UsageError(
        "\(Self.counted(files.count, "-o")) for \(Self.counted(urlCount, "URL"))"
          + (arguments.has(.inputFile) ? " and those of --input-file" : ""),
        hint: "give -o FILE once for each URL, or -O or --output-dir DIR to name files after the URLs")
    }
    self = .files(files.map { Self.path($0, in: directory) })
  }

  private static func path(_ file: String, in directory: String?) -> String {
    // Output to stdout has one way, in which it stays in order.
    if ["/dev/stdout", "/dev/fd/1"].contains(file) { return "-" }
    guard let directory, file != "-", !file.hasPrefix("/") else { return file }
    return directory.hasSuffix("/") ? directory + file : "\(directory)/\(file)"
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 || noun.hasPrefix("-") ? "" : "s")"
  }
}
