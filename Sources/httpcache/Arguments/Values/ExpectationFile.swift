import HTTPCacheCore

/// The checks of `--expect-file`, by URL pattern.
struct ExpectationFile {
  /// The checks for the URLs of one pattern.
  struct Entry: Sendable {
    let pattern: URLPattern

    /// What else than the pattern has to hold of a response that the entry is for.
    let selector: FamilySelector

    let place: Place

    let checks: [Expectation]

    /// Whether a private or a shared cache judges; nil for the role that the command line gives.
    let role: CacheRole?

    /// The profile whose rules decide storing; nil for that of the command line.
    let profile: StorageProfile?

    /// The least severity of a finding that fails; nil for that of `--fail-on`.
    let failOn: Finding.Severity?

    let accepted: [AcceptedFinding]
  }

  /// The place of a pattern in its file, for reports.
  struct Place: Equatable, Sendable {
    let pattern: String

    /// The file; nil for the standard input.
    let path: String?

    /// The line of its `url`, from 1.
    let line: Int
  }

  /// An entry to be written.
  struct Proposal: Equatable {
    let pattern: String
    var selector = FamilySelector()
    let checks: [String]
    /// Whether the entry is judged as by a shared cache; else by the role of the run.
    let isShared: Bool
  }

  let entries: [Entry]

  /// The codes that entries accept and that are no findings any more.
  let formerCodes: [FormerCode]

  /// The file with these entries, each on a line.
  static func bytes(_ entries: [Proposal]) -> [UInt8] {
    JSONWriter.list(head: "[", indent: "  ", tail: "]\n", entries, Self.write)
  }

  /// An entry as it stands on its line.
  static func text(_ entry: Proposal) -> [UInt8] { JSONWriter.line { Self.write(&$0, entry) }.dropLast() }

  private static func write(_ writer: inout JSONWriter, _ entry: Proposal) {
    writer.member("url", entry.pattern)
    writer.members(of: entry.selector)
    writer.array("expect", entry.checks) { $0.value($1) }
    if entry.isShared { writer.member("shared", true) }
  }

  /// Reads the file; times such as `-1h` count from `now`, and errors name `option`.
  init(_ source: InputSource, now: Instant, option: String = "--expect-file") throws(UsageError) {
    (entries, formerCodes) = try source.json(of: option) { reader throws(JSONFault) in
      let start = try reader.nextPlace()
      var entries: [Entry] = []
      var former: [FormerCode] = []
      try reader.array { reader throws(JSONFault) in
        entries.append(try Self.entry(&reader, path: source.path, now: now, former: &former))
      }
      try reader.finish()
      guard !entries.isEmpty else { throw Self.refusal("there is no pattern in it", start) }
      return (entries, former)
    }
  }

  private static func entry(
    _ reader: inout JSONReader, path: String?, now: Instant, former: inout [FormerCode]
  ) throws(JSONFault) -> Entry {
    let start = try reader.nextPlace()
    var seen: Set<String> = []
    var url: String?
    var line = start.line
    var selector = FamilySelector()
    var checks: [Expectation] = []
    var role: CacheRole?
    var profile: StorageProfile?
    var failOn: Finding.Severity?
    var accepted: [AcceptedFinding] = []
    var acceptsAny = false
    try reader.object { reader, name throws(JSONFault) in
      guard seen.insert(name).inserted else { throw refusal("'\(name)' stands twice", reader.namePlace) }
      switch name {
      case "url":
        line = try reader.nextPlace().line
        let text: String = try reader.value(else: "'' is not allowed here") { reader throws(JSONFault) in
          let text = try reader.string()
          return text.isEmpty ? nil : text
        }
        url = text
      case "expect": checks = try Self.checks(&reader, now: now)
      case "kind": selector.kind = try reader.choice(name)
      case "versioned": selector.isVersioned = try reader.truth(name)
      case "shared": role = try reader.truth(name) ? .shared : .private
      case "profile": profile = try reader.choice(name)
      case "fail-on": failOn = try reader.choice(name)
      case "accept":
        try reader.array { reader throws(JSONFault) in
          acceptsAny = true
          if let finding = try AcceptedFinding(&reader, former: &former) { accepted.append(finding) }
        }
      default:
        throw unknownKey(name, of: keys, reader.namePlace)
      }
    }
    guard let url else { throw refusal("'url' is missing", start) }
    guard !checks.isEmpty || failOn != nil || acceptsAny else {
      throw refusal("it checks nothing: give 'expect', 'fail-on' or 'accept'", start)
    }
    return Entry(
      pattern: URLPattern(url), selector: selector, place: Place(pattern: url, path: path, line: line),
      checks: checks,
      role: role,
      profile: profile, failOn: failOn, accepted: accepted)
  }

  private static let keys = ["url", "kind", "versioned", "expect", "shared", "profile", "fail-on", "accept"]

  private static func checks(
    _ reader: inout JSONReader, now: Instant
  ) throws(JSONFault) -> [Expectation] {
    var checks: [Expectation] = []
    let start = try reader.nextPlace()
    if try reader.peek() == 0x22 {
      let text = try reader.string()
      throw refusal("'expect' is a list: write [\"\(text)\"]", start)
    }
    try reader.array { reader throws(JSONFault) in
      let place = try reader.nextPlace()
      let text = try reader.string()
      guard let check = Expectation(text, isFetch: false, now: now) else {
        throw refusal(
          "'\(text)' is not a check", nearest: Expectation.nearest(to: text, isFetch: false), place)
      }
      if let path = check.filePath, !LocalContent.isInside(path) {
        throw refusal("'\(text)' leaves the directory of this file: write a path below it", place)
      }
      checks.append(check)
    }
    return checks
  }

  static func unknownKey(_ name: String, of keys: [String], _ place: JSONPlace) -> JSONFault {
    refusal("unknown key '\(name)'", nearest: Suggestion.nearest(to: name, in: keys), place)
  }

  static func refusal(_ why: String, nearest: String? = nil, _ place: JSONPlace) -> JSONFault {
    JSONFault(.refused(why + (nearest.map { "; did you mean '\($0)'?" } ?? "")), at: place)
  }
}

extension JSONWriter {
  /// Writes what a selector names.
  mutating func members(of selector: FamilySelector) {
    if let kind = selector.kind { member("kind", kind.rawValue) }
    if let isVersioned = selector.isVersioned { member("versioned", isVersioned) }
  }
}
