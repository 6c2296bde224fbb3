import HTTPCacheCore

/// The checks of `--expect-file`, by URL pattern.
struct ExpectationFile {
  /// The checks for the URLs of one pattern.
  struct Entry: Sendable {
    let pattern: URLPattern

    /// Where the pattern stands.
    let place: Place

    let checks: [Expectation]

    /// Whose cache judges; that of the command line where nil.
    let role: CacheRole?

    /// Whose rules decide storing; those of the command line where nil.
    let profile: StorageProfile?

    /// How severe a finding fails, instead of what `--fail-on` says.
    let failOn: Finding.Severity?
  }

  /// Where a pattern stands, for reports.
  struct Place: Equatable, Sendable {
    /// The pattern as it was written.
    let pattern: String

    /// The file; nil for the standard input.
    let path: String?

    /// The line of its `url`, from 1.
    let line: Int
  }

  let entries: [Entry]

  /// Reads the file.
  ///
  /// - Parameter source: where it is.
  /// - Throws: what can't be understood, with line and column.
  init(_ source: InputSource) throws(UsageError) {
    let input = try InputStream(source)
    do throws(JSONFault) {
      entries = try Self.entries(input.fill, path: source.path)
    } catch {
      throw input.usage(error, option: "--expect-file")
    }
  }

  private static func entries(
    _ source: @escaping JSONReader.Source, path: String?
  ) throws(JSONFault) -> [Entry] {
    var reader = try JSONReader(source)
    let start = try nextPlace(&reader)
    var entries: [Entry] = []
    try reader.array { reader throws(JSONFault) in entries.append(try entry(&reader, path: path)) }
    try reader.finish()
    guard !entries.isEmpty else { throw JSONFault(.refused("there is no pattern in it"), at: start) }
    return entries
  }

  private static func entry(_ reader: inout JSONReader, path: String?) throws(JSONFault) -> Entry {
    let start = try nextPlace(&reader)
    var seen: Set<String> = []
    var url: String?
    var line = start.line
    var checks: [Expectation] = []
    var role: CacheRole?
    var profile: StorageProfile?
    var failOn: Finding.Severity?
    try reader.object { reader, name throws(JSONFault) in
      guard seen.insert(name).inserted else { throw refusal("'\(name)' stands twice", reader.namePlace) }
      switch name {
      case "url":
        line = try nextPlace(&reader).line
        url = try text(&reader) { $0.isEmpty ? nil : $0 }
      case "expect": checks = try Self.checks(&reader)
      case "shared":
        let place = try nextPlace(&reader)
        guard let isShared = try reader.optionalBool() else {
          throw refusal("'shared' is true or false", place)
        }
        role = isShared ? .shared : .private
      case "profile": profile = try choice(&reader, name)
      case "fail-on": failOn = try choice(&reader, name)
      default:
        let near = Suggestion.nearest(to: name, in: keys).map { "; did you mean '\($0)'?" }
        throw refusal("unknown key '\(name)'" + (near ?? ""), reader.namePlace)
      }
    }
    guard let url else { throw refusal("'url' is missing", start) }
    guard !checks.isEmpty || failOn != nil else {
      throw refusal("it checks nothing: give 'expect' or 'fail-on'", start)
    }
    return Entry(
      pattern: URLPattern(url), place: Place(pattern: url, path: path, line: line), checks: checks,
      role: role,
      profile: profile, failOn: failOn)
  }

  private static let keys = ["url", "expect", "shared", "profile", "fail-on"]

  private static func checks(_ reader: inout JSONReader) throws(JSONFault) -> [Expectation] {
    var checks: [Expectation] = []
    let start = try nextPlace(&reader)
    if try reader.peek() == 0x22 {
      let text = try reader.string()
      throw refusal("'expect' is a list: write [\"\(text)\"]", start)
    }
    try reader.array { reader throws(JSONFault) in
      let place = try nextPlace(&reader)
      let text = try reader.string()
      guard let check = Expectation(text, isFetch: false, duration: Units.duration) else {
        let near = Expectation.nearest(to: text, isFetch: false).map { "; did you mean '\($0)'?" }
        throw refusal("'\(text)' is not a check" + (near ?? ""), place)
      }
      checks.append(check)
    }
    return checks
  }

  private static func text<Value>(
    _ reader: inout JSONReader, _ read: (String) -> Value?
  ) throws(JSONFault) -> Value {
    let place = try nextPlace(&reader)
    let text = try reader.string()
    guard let value = read(text) else { throw refusal("'\(text)' may not stand here", place) }
    return value
  }

  private static func choice<Value: Choice>(
    _ reader: inout JSONReader, _ name: String
  ) throws(JSONFault) -> Value {
    let place = try nextPlace(&reader)
    guard let value = try reader.optionalString().flatMap({ Value(rawValue: $0) }) else {
      throw refusal("'\(name)' is one of \(Value.spellings.joined(separator: ", "))", place)
    }
    return value
  }

  private static func nextPlace(_ reader: inout JSONReader) throws(JSONFault) -> JSONPlace {
    _ = try reader.peek()
    return reader.place
  }

  private static func refusal(_ why: String, _ place: JSONPlace) -> JSONFault {
    JSONFault(.refused(why), at: place)
  }
}

/// A pattern for URLs: `*` stands for any characters or none, everything else for itself.
///
/// `?` is no wild card: it stands in URLs.
struct URLPattern: Equatable, Sendable {
  /// As it was written.
  let text: String

  private let bytes: [UInt8]

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  /// Whether the pattern covers a URL as a whole.
  func matches(_ url: String) -> Bool {
    let url = Array(url.utf8)
    var (inPattern, inURL) = (0, 0)
    // Where matching resumes when the text behind the last star does not fit: one character later.
    var retry: (inPattern: Int, inURL: Int)?
    while inURL < url.count {
      if inPattern < bytes.count, bytes[inPattern] == 0x2A {
        inPattern += 1
        retry = (inPattern, inURL)
      } else if inPattern < bytes.count, bytes[inPattern] == url[inURL] {
        inPattern += 1
        inURL += 1
      } else if let last = retry {
        retry = (last.inPattern, last.inURL + 1)
        (inPattern, inURL) = (last.inPattern, last.inURL + 1)
      } else {
        return false
      }
    }
    return bytes[inPattern...].allSatisfy { $0 == 0x2A }
  }
}
