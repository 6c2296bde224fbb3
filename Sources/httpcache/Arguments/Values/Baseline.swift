import HTTPCacheCore

/// Known findings, counted by code, severity, method and URL pattern: a run fails only on findings beyond these.
struct Baseline: Equatable, Sendable {
  /// Findings of one code and severity, in responses to one method, for the URLs of one pattern.
  struct Key: Hashable, Sendable {
    let code: String
    /// The severity of the findings; nil in a file of version 1, where an entry covers every severity.
    var severity: Finding.Severity?
    let method: String
    var pattern: String
    var selector = FamilySelector()
  }

  struct Entry: Equatable, Sendable {
    let key: Key
    var count: Int

    init(_ key: Key, count: Int) { (self.key, self.count) = (key, count) }

    /// Whether it is of a family, two URLs or more of one pattern: another one with what is known of them is nothing new, so
    /// that the count is told, and not held.
    var isOfFamily: Bool {
      count > 1 && URLPattern(key.pattern).hasWildcards && !Baseline.standsByURL(key.code, key.severity)
    }
  }

  /// Whether a finding is known of its URL alone: one of severity error, and above all an answer with an error.
  static func standsByURL(_ code: String, _ severity: Finding.Severity?) -> Bool {
    severity == .error || code == "answered-with-error"
  }

  /// The entries, in the order of the file.
  var entries: [Entry] = []

  /// The codes of the file that are no findings any more: no entry has them.
  var formerCodes: [FormerCode] = []

  /// The version of the file's format; it is written to the file, so that an older program refuses a newer file.
  static let version: Int64 = 2
}

extension Baseline {
  var file: [UInt8] {
    JSONWriter.list(
      head: "{\n  \"version\": \(Self.version),\n  \"findings\": [", indent: "    ", tail: "  ]\n}\n", entries
    ) { writer, entry in
      writer.member("code", entry.key.code)
      if let severity = entry.key.severity { writer.member("severity", severity.rawValue) }
      writer.member("method", entry.key.method)
      writer.member("url", entry.key.pattern)
      writer.members(of: entry.key.selector)
      writer.member("count", Int64(entry.count))
    }
  }

  init(_ source: InputSource) throws(UsageError) {
    let entries = try source.json(of: "--baseline", Self.entries)
    formerCodes = entries.compactMap { FormerCode($0.key.code) }
    self.entries = entries.filter { FormerCode($0.key.code) == nil }
  }

  private static func entries(_ reader: inout JSONReader) throws(JSONFault) -> [Entry] {
    var entries: [Entry] = []
    var found: Double?
    let start = try reader.nextPlace()
    try reader.object { reader, name throws(JSONFault) in
      switch name {
      case "version":
        found =
          try reader.value(
            else: "a baseline of another version, and this program knows 1 and \(version)"
          ) { reader throws(JSONFault) in
            try reader.optionalNumber().flatMap { [1, Double(version)].contains($0) ? $0 : nil }
          } as Double
      case "findings": try reader.array { reader throws(JSONFault) in entries.append(try entry(&reader)) }
      default: throw JSONFault(.refused("unknown key '\(name)'"), at: reader.namePlace)
      }
    }
    try reader.finish()
    guard found != nil else {
      throw JSONFault(.refused("'version' is missing: it is not a baseline"), at: start)
    }
    return entries
  }

  private static func entry(_ reader: inout JSONReader) throws(JSONFault) -> Entry {
    var (code, method, url, count) = ("", "GET", "", 1)
    var severity: Finding.Severity?
    var selector = FamilySelector()
    let start = try reader.nextPlace()
    try reader.object { reader, name throws(JSONFault) in
      switch name {
      case "code": code = try reader.string()
      case "severity": severity = try reader.choice(name) as Finding.Severity
      case "kind": selector.kind = try reader.choice(name)
      case "versioned": selector.isVersioned = try reader.truth(name)
      case "method": method = try reader.string()
      case "url": url = try reader.string()
      case "count":
        count = try reader.value(else: "'count' is a whole number above 0") { reader throws(JSONFault) in
          try reader.optionalNumber().flatMap { Int(exactly: $0) }.flatMap { $0 > 0 ? $0 : nil }
        }
      default: throw JSONFault(.refused("unknown key '\(name)'"), at: reader.namePlace)
      }
    }
    guard !code.isEmpty, !url.isEmpty else {
      throw JSONFault(.refused("'code' and 'url' are needed"), at: start)
    }
    return Entry(
      Key(code: code, severity: severity, method: method, pattern: url, selector: selector), count: count)
  }
}
