import HTTPCacheCore

/// The location of a SARIF result: a relative path and a line.
///
/// GitHub's code scanning refuses a URI with a scheme, an empty one and a location without a line.
struct SARIFPlace {
  /// A relative reference without a scheme, never empty.
  let uri: String

  /// From 1.
  let line: Int

  /// For a result that has no location.
  static let unknown = SARIFPlace(uri: "unknown", line: 1)

  private init(uri: String, line: Int) {
    self.uri = uri
    self.line = line
  }

  /// The line of a pattern in its expectation file; nil if the pattern came from standard input.
  init?(_ place: ExpectationFile.Place) {
    guard let path = place.path else { return nil }
    self.init(uri: Self.relative(path), line: place.line)
  }

  /// A response as `host/path`; for `--headers`, the file with the head.
  init(_ judgement: Judgement) {
    let subject = judgement.verdict.subject
    let target = subject.request.target
    if subject.origin == .headers, let file = judgement.file {
      self.init(uri: Self.relative(file), line: 1)
    } else if case .unnamed = subject.target {
      self = .unknown
    } else {
      let authority = target.origin.drop { $0 != "/" }.drop { $0 == "/" }
      self.init(uri: Self.encoded("\(authority)\(target.path)", keepsEscapes: true), line: 1)
    }
  }

  /// The path relative to the working directory, or to the root for a file outside it.
  private static func relative(_ path: String) -> String {
    let base = ProcessEnvironment.absolutePath("")
    let inside = path.hasPrefix(base) ? path.dropFirst(base.count) : path[...]
    let parts = inside.split(separator: "/").filter { $0 != "." && $0 != ".." }
    return parts.isEmpty ? unknown.uri : encoded(parts.joined(separator: "/"))
  }

  /// Percent-encodes every byte that a segment of a relative path may not have, and colons, which could end a scheme.
  ///
  /// `keepsEscapes` is for the path of a URL, in which `%41` is an escape already.
  private static func encoded(_ text: String, keepsEscapes: Bool = false) -> String {
    var output: [UInt8] = []
    let bytes = Array(text.utf8)
    for (index, byte) in bytes.enumerated() {
      let digitsBehind = bytes[index...].dropFirst().prefix(2).count { $0.hexValue != nil }
      let isEscape = keepsEscapes && byte == 0x25 && digitsBehind == 2
      if isEscape || byte.isUnreservedInURI || byte == 0x2F {
        output.append(byte)
      } else {
        output += byte.percentEncoded
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// A hash by which GitHub recognises the same result in every run.
  static func fingerprint(_ parts: [String]) -> String {
    let bytes = Array(parts.joined(separator: "\0").utf8)
    let hash = String(XXH64.hash(bytes), radix: 16)
    return String(repeating: "0", count: 16 - hash.count) + hash + ":1"
  }
}
