import HTTPCacheCore

/// The options for the output of `fetch`: its parts and their destinations.
struct WritingOptions: Sendable {
  fileprivate(set) var includesHead = false

  /// Where the bodies go; set by `settle`, once all options are read.
  private(set) var destination = BodyDestination.standardOutput

  fileprivate var files: [String] = []

  /// Whether `-O` names files after the URLs.
  fileprivate var namesFiles = false

  /// The directory for files, created when missing; nil for the current directory.
  fileprivate(set) var directory: String?

  /// Whether `--output-dir` makes no subdirectories.
  fileprivate var isFlat = false

  /// Whether files get the names and times that the response suggests.
  fileprivate(set) var usesSuggestedName = false
  fileprivate(set) var keepsRemoteTime = false
  fileprivate(set) var headFile: String?
  fileprivate(set) var writeOut: WriteOutFormat?

  /// The largest body that is taken, in bytes.
  fileprivate(set) var maxFileSize: Int64?

  /// Whether the directories of named files are made.
  fileprivate(set) var makesDirectories = false

  fileprivate(set) var failsOnErrorStatus = false
  fileprivate(set) var showsErrorBody = false

  mutating func settle(_ options: Options, _ arguments: ParsedArguments) throws(UsageError) {
    guard !isFlat || directory != nil && files.isEmpty else {
      throw UsageError("--flat goes with --output-dir, and without -o")
    }
    destination = try destination(options)
    if usesSuggestedName {
      guard case .remoteNames = destination else {
        let spelling = arguments.last("remote-header-name")?.spelling ?? "-J"
        throw UsageError("\(spelling) goes with -O or --output-dir only")
      }
    }
    // A response to HEAD has only a head, which curl prints, too.
    includesHead = includesHead || options.content.asksForHead
    // Heads and bodies that both go to stdout are written in one stream, so that they stay in order.
    if headFile == "-", destination == .standardOutput {
      includesHead = true
      headFile = nil
    }
  }

  private func destination(_ options: Options) throws(UsageError) -> BodyDestination {
    if files.isEmpty {
      guard namesFiles || directory != nil else {
        return options.global.isJSON ? .nowhere : .standardOutput
      }
      // With -O the names are flat, as in curl.
      return .remoteNames(directory: directory, keepsDirectories: !isFlat && !namesFiles)
    }
    let paths = files.map { BodyDestination.path($0, in: directory) }
    // Several bodies can go one after another to a device such as /dev/null; a file would keep only the last.
    let takesAll = paths.count == 1 && FileKind(of: paths[0]) == .device
    guard takesAll || options.inputFile == nil && files.count == options.urls.count else {
      throw UsageError(
        "\(files.count) -o for \(options.urls.count.counted("URL"))"
          + (options.inputFile == nil ? "" : " and those of --input-file"),
        hint: "give -o FILE once for each URL, or -O or --output-dir DIR to name files after the URLs")
    }
    return .files(paths)
  }

  static let section = OptionSection("Output") {
    Option(
      "include", short: "i", aliases: ["show-headers"],
      "print the status line and header fields before the body",
      excludes: ["remote-header-name"], effect: .sets { $0.writing.includesHead = true })
    Option(
      "output", short: "o", value: "FILE", "write the body to a file; once for each URL", isRepeatable: true,
      excludes: ["remote-name"],
      insteadOf: (
        "--no-clobber --clobber --remove-on-error --xattr --out-null --skip-existing",
        "a file gets its name only when it is whole, and replaces another one; leave -o out to keep no file"
      ), effect: .file { $0.writing.files.append($1) })
    Option(
      "remote-name", short: "O", aliases: ["remote-name-all"],
      "write each body to a file named as the last segment of its URL",
      effect: .sets { $0.writing.namesFiles = true })
    Option(
      "output-dir", value: "DIR",
      "write files into this directory; without -o and -O each URL gets a file, in subdirectories as in its path",
      insteadOf: ("--create-file-mode", "umask sets the mode of files"),
      effect: .directory { $0.writing.directory = $1 })
    Option(
      "create-dirs", "make the missing directories of -o; --output-dir makes its own",
      effect: .sets { $0.writing.makesDirectories = true })
    Option("no-buffer", short: "N", "pass on the bytes of a body as they arrive; this is the default")
    Option(
      "remote-header-name", short: "J",
      "with -O, name the file as Content-Disposition says; an existing file is never replaced",
      needs: ["remote-name", "output-dir"], effect: .sets { $0.writing.usesSuggestedName = true })
    Option(
      "remote-time", short: "R", "give the file the time of Last-Modified",
      effect: .sets { $0.writing.keepsRemoteTime = true })
    Option(
      "dump-header", short: "D", value: "FILE|-", "write the heads of all responses to a file",
      effect: .file { $0.writing.headFile = $1 })
    Option(
      "write-out", short: "w", value: "FORMAT|@FILE",
      "print this line after each URL; variables are curl's, such as %{http_code}, and %{cache_source}, %{age}, %{ttl}",
      excludes: ["json"], standardInput: "@-", example: "%{http_code}",
      effect: .parsed(WriteOutFormat.read) { $0.writing.writeOut = $1 })
    Option(
      "max-filesize", value: "SIZE", "give up if a body is larger than this", example: "1M",
      effect: .value(.size) { $0.writing.maxFileSize = $1 })
    Option(
      "flat", "with --output-dir, make no subdirectories; a name already used gets a number",
      needs: ["output-dir"], needsError: "goes with --output-dir, and without -o",
      effect: .sets { $0.writing.isFlat = true })
    Option(
      "fail", short: "f", "exit with 1 and write no body if the final status is 400 or more",
      excludes: ["fail-with-body"],
      effect: .sets { $0.writing.failsOnErrorStatus = true })
    Option(
      "fail-early",
      "accepted for curl's command lines: every URL is tried, and the exit code tells whether one failed")
    Option(
      "fail-with-body", "as -f, but write the body",
      effect: .sets { options in
        options.writing.failsOnErrorStatus = true
        options.writing.showsErrorBody = true
      })
    Option(
      "explain", "print the whole explanation to stderr; what was looked up, decided and stored, and why",
      effect: .sets { $0.isExplained = true })
    Option(
      "expect", value: "CHECK",
      "exit with 1 unless this holds; source=cache|network|revalidated|stale, stored, not-stored, or a check of "
        + "inspect",
      isRepeatable: true, kind: .suggestion(Expectation.suggestions(isFetch: true)), example: "fresh",
      effect: .value(.text) { $0.expectations.append($1) })
  }
}
