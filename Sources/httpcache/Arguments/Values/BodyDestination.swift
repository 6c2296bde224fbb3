/// Where the bodies of `fetch` go.
enum BodyDestination: Equatable, Sendable {
  /// To stdout, in the order of the URLs.
  case standardOutput

  /// Nowhere: `--json` without a file to write to.
  case nowhere

  /// To these files, one a URL, in their order; `-` is stdout. The last one takes the bodies of all further URLs.
  case files([String])

  /// To files named as the last segments of the URLs, in the directory; nil for the current one.
  ///
  /// With `keepsDirectories`, each file is in subdirectories as in the path of its URL.
  case remoteNames(directory: String?, keepsDirectories: Bool)

  /// Whether a body goes to stdout.
  var includesOutput: Bool {
    switch self {
    case .standardOutput: true
    case .files(let files): files.contains("-")
    case .nowhere, .remoteNames: false
    }
  }

  /// A file of `-o` below the directory of `--output-dir`.
  static func path(_ file: String, in directory: String?) -> String {
    // A device name of stdout becomes `-`, since only the output of `-` is kept in the order of the URLs.
    if ["/dev/stdout", "/dev/fd/1"].contains(file) { return "-" }
    guard let directory, file != "-", !file.hasPrefix("/") else { return file }
    return directory.hasSuffix("/") ? directory + file : "\(directory)/\(file)"
  }
}
