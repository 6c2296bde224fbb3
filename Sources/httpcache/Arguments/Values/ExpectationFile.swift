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

  let entries: [Entry]

  /// The codes that entries accept and that are no findings any more.
  let formerCodes: [FormerCode]

  /// The file with these entries, each on a line.
  static func bytes(_ entries: [Members]) -> [UInt8] {
    JSONWriter.list(head: "[", indent: "  ", tail: "]\n", entries) { Members.shape.write($1, to: &$0) }
  }

  /// Reads the file; times such as `-1h` count from `now`, and errors name `option`.
  init(_ source: InputSource, now: Instant, option: String = "--expect-file") throws(UsageError) {
    (entries, formerCodes) = try source.json(of: option) { reader throws(JSONFault) in
      let start = try reader.nextPlace()
      var entries: [Entry] = []
      var former: [FormerCode] = []
      try reader.array { reader throws(JSONFault) in
        let members = try Members(&reader, now: now)
        entries.append(Entry(members, path: source.path))
        former += members.accepted.compactMap(\.former)
      }
      try reader.finish()
      guard !entries.isEmpty else { throw JSONFault(.refused("there is no pattern in it"), at: start) }
      return (entries, former)
    }
  }
}

extension ExpectationFile {
  /// An entry as it stands in the file.
  struct Members: Sendable {
    private(set) var pattern = ""
    private(set) var selector = FamilySelector()
    /// The texts of the checks.
    private(set) var checks: [String] = []
    /// Whether the entry is judged as by a shared cache; nil for the role of the run.
    private(set) var isShared: Bool?
    fileprivate var profile: StorageProfile?
    fileprivate var failOn: Finding.Severity?

    /// What of an entry that is read is understood at once, with times such as `-1h` counted from `now`.
    private var now = Instant(epoch: 0)
    fileprivate var line = 1
    fileprivate var understood: [Expectation] = []
    fileprivate var accepted: [AcceptedFinding.Members] = []

    fileprivate static let shape = JSONShape<Self>.strict(
      [
        .member("url", write: { $1.member("url", $0.pattern) }, read: readURL),
        .beside(\.selector, FamilySelector.shape),
        .member("expect", write: { $1.array("expect", $0.checks) { $0.value($1) } }, read: readChecks),
        .choice("shared", \.isShared), .choice("profile", \.profile), .choice("fail-on", \.failOn),
        .member("accept", read: readAccepted),
      ],
      lack: { members, names in
        if !names.contains("url") { return "'url' is missing" }
        return members.checks.isEmpty && members.failOn == nil && members.accepted.isEmpty
          ? "it checks nothing: give 'expect', 'fail-on' or 'accept'" : nil
      })
  }
}

extension ExpectationFile.Members {
  /// An entry to be written.
  init(pattern: String, selector: FamilySelector, checks: [String], isShared: Bool) {
    (self.pattern, self.selector, self.checks) = (pattern, selector, checks)
    self.isShared = isShared ? true : nil
  }

  /// The entry as it stands on its line.
  var text: [UInt8] { JSONWriter.line { Self.shape.write(self, to: &$0) }.dropLast() }

  fileprivate init(_ reader: inout JSONReader, now: Instant) throws(JSONFault) {
    self.now = now
    try Self.shape.read(&reader, into: &self)
  }

  private static func readURL(_ reader: inout JSONReader, _ members: inout Self) throws(JSONFault) {
    let url = try PlacedText(&reader)
    if url.text.isEmpty { throw url.refused("'' is not allowed here") }
    (members.pattern, members.line) = (url.text, url.place.line)
  }

  private static func readChecks(_ reader: inout JSONReader, _ members: inout Self) throws(JSONFault) {
    if try reader.peek() == 0x22 {
      let text = try PlacedText(&reader)
      throw text.refused("'expect' is a list: write [\"\(text.text)\"]")
    }
    try reader.array { reader throws(JSONFault) in
      let check = try members.understand(PlacedText(&reader))
      members.checks.append(check.text)
      members.understood.append(check)
    }
  }

  private func understand(_ placed: PlacedText) throws(JSONFault) -> Expectation {
    let text = placed.text
    guard let check = Expectation(text, isFetch: false, now: now) else {
      throw placed.refused(
        "'\(text)' is not a check", nearest: Expectation.nearest(to: text, isFetch: false))
    }
    if let path = check.filePath, !LocalContent.isInside(path) {
      throw placed.refused("'\(text)' leaves the directory of this file: write a path below it")
    }
    return check
  }

  private static func readAccepted(_ reader: inout JSONReader, _ members: inout Self) throws(JSONFault) {
    try reader.array { reader throws(JSONFault) in
      members.accepted.append(try AcceptedFinding.Members.read(&reader))
    }
  }
}

extension ExpectationFile.Entry {
  fileprivate init(_ members: ExpectationFile.Members, path: String?) {
    pattern = URLPattern(members.pattern)
    selector = members.selector
    place = ExpectationFile.Place(pattern: members.pattern, path: path, line: members.line)
    checks = members.understood
    role = members.isShared.map { $0 ? .shared : .private }
    (profile, failOn) = (members.profile, members.failOn)
    accepted = members.accepted.compactMap { AcceptedFinding($0) }
  }
}
