/// What `--version` prints.
enum VersionText {
  /// The version, without the program's name.
  static let version = "0.1.0"

  /// The line that `--version` prints, without its newline.
  static let line = "httpcache \(version)"

  /// The User-Agent of this program's requests.
  static let userAgent = "httpcache/\(version)"
}
