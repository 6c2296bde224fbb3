import HTTPCacheCore

/// Known findings, counted by code, severity, method and URL pattern: a run fails only on findings beyond these.
struct Baseline: Equatable, Sendable {
  /// Findings of one code and severity, in responses to one method, for the URLs of one pattern.
  struct Key: Hashable, Sendable {
    var code = ""
    /// The severity of the findings; nil in a file of version 1, where an entry covers every severity.
    var severity: Finding.Severity?
    var method = "GET"
    var pattern = ""
    var selector = FamilySelector()
  }

  struct Entry: Equatable, JSONShaped {
    private(set) var key: Key
    var count: Int

    init(_ key: Key, count: Int) { (self.key, self.count) = (key, count) }

    init() { self.init(Key(), count: 1) }

    static let shape = JSONShape<Self>.strict(
      [
        .text("code", \.key.code), .choice("severity", \.key.severity), .text("method", \.key.method),
        .text("url", \.key.pattern), .beside(\.key.selector, FamilySelector.shape),
        .member(
          "count", write: { $1.member("count", Int64($0.count)) },
          read: { reader, entry throws(JSONFault) in
            let most = JSONReader.largestCount
            entry.count = try reader.value(else: "'count' is a whole number above 0, and at most \(most)") {
              reader throws(JSONFault) in
              try reader.whole().flatMap { 1...most ~= $0 ? Int(exactly: $0) : nil }
            }
          }),
      ],
      lack: { entry, _ in
        entry.key.code.isEmpty || entry.key.pattern.isEmpty ? "'code' and 'url' are needed" : nil
      })

    /// Whether it is of a family, two URLs or more of one pattern: another one with what is known of them is nothing new, so
    /// that the count is told, and not held.
    var isOfFamily: Bool {
      count > 1 && URLPattern(key.pattern).hasWildcards && !Baseline.standsByURL(key.code, key.severity)
    }
  }

  /// Whether a finding is known of its URL alone: one of severity error, and above all an answer with an error.
  static func standsByURL(_ code: String, _ severity: Finding.Severity?) -> Bool {
    severity == .error || code == Finding.Code.answeredWithError.rawValue
  }

  /// The entries, in the order of the file.
  var entries: [Entry] = []

  /// The codes of the file that are no findings any more: no entry has them.
  var formerCodes: [FormerCode] = []

  /// The version of the file's format; it is written to the file, so that an older program refuses a newer file.
  static let version: Int64 = 2
}

extension Baseline {
  private static let shape = JSONShape<Self>.strict(
    [
      .member(
        "version",
        read: { reader, _ throws(JSONFault) in
          _ = try reader.value(
            else: "a baseline of another version, and this program knows 1 and \(version)"
          ) { reader throws(JSONFault) in try reader.whole().flatMap { 1...version ~= $0 ? $0 : nil } }
        }),
      .member(
        "findings",
        read: { reader, baseline throws(JSONFault) in
          try reader.array { reader throws(JSONFault) in baseline.entries.append(try Entry.read(&reader)) }
        }),
    ],
    lack: { _, names in
      names.contains("version") ? nil : "'version' is missing: it is not a baseline"
    })

  /// The document, each entry on a line, so that a diff shows entries.
  var file: [UInt8] {
    JSONWriter.list(
      head: "{\n  \"version\": \(Self.version),\n  \"findings\": [", indent: "    ", tail: "  ]\n}\n", entries
    ) { Entry.shape.write($1, to: &$0) }
  }

  init(_ source: InputSource) throws(UsageError) {
    self = try source.json(of: "--baseline") { reader throws(JSONFault) in
      var baseline = Self()
      try Self.shape.read(&reader, into: &baseline)
      try reader.finish()
      return baseline
    }
    formerCodes = entries.compactMap { FormerCode($0.key.code) }
    entries.removeAll { FormerCode($0.key.code) != nil }
  }
}
