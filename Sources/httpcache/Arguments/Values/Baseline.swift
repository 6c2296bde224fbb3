import HTTPCacheCore

/// Known findings, counted by code, severity, method and URL pattern: a run fails only on findings beyond these.
struct Baseline: Equatable, Sendable {
  /// Findings of one code and severity, in responses to one method, for the URLs of one pattern.
  struct Entry: Equatable, Sendable {
    let code: String
    /// The severity of the findings; nil in a file of version 1, where an entry covers every severity.
    let severity: Finding.Severity?
    let method: String
    let pattern: String
    var count: Int

    init(_ key: Key, count: Int) {
      (code, severity, method, pattern) = (key.code, key.severity, key.method, key.pattern)
      self.count = count
    }
  }

  /// The properties that tell entries apart.
  struct Key: Hashable, Sendable {
    let code: String
    var severity: Finding.Severity?
    let method: String
    let pattern: String
  }

  /// In the order of the file.
  var entries: [Entry] = []

  /// The version of the file's format, which the file has in it, so that a program refuses a later one.
  static let version: Int64 = 2
}

extension Baseline {
  /// The file, with a line for each entry.
  var file: [UInt8] {
    JSONWriter.list(
      head: "{\n  \"version\": \(Self.version),\n  \"findings\": [", indent: "    ", tail: "  ]\n}\n", entries
    ) { writer, entry in
      writer.member("code", entry.code)
      if let severity = entry.severity { writer.member("severity", severity.rawValue) }
      writer.member("method", entry.method)
      writer.member("url", entry.pattern)
      writer.member("count", Int64(entry.count))
    }
  }

  /// Reads a file.
  ///
  /// - Throws: the first part that can't be understood, with line and column.
  init(_ source: InputSource) throws(UsageError) {
    let input = try InputStream(source)
    do throws(JSONFault) {
      entries = try Self.entries(input.fill)
    } catch {
      throw input.usage(error, option: "--baseline")
    }
  }

  private static func entries(_ source: @escaping JSONReader.Source) throws(JSONFault) -> [Entry] {
    var reader = try JSONReader(source)
    var entries: [Entry] = []
    var found: Double?
    let start = try reader.nextPlace()
    try reader.object { reader, name throws(JSONFault) in
      let place = try reader.nextPlace()
      switch name {
      case "version":
        found = try reader.optionalNumber()
        guard found == 1 || found == Double(version) else {
          throw JSONFault(
            .refused("a baseline of another version, and this program knows 1 and \(version)"), at: place)
        }
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
    let start = try reader.nextPlace()
    try reader.object { reader, name throws(JSONFault) in
      let place = try reader.nextPlace()
      switch name {
      case "code": code = try reader.string()
      case "severity":
        severity = Finding.Severity(rawValue: try reader.string())
        guard severity != nil else {
          throw JSONFault(.refused("'severity' is one of error, warning, info"), at: place)
        }
      case "method": method = try reader.string()
      case "url": url = try reader.string()
      case "count":
        guard let number = try reader.optionalNumber().flatMap({ Int(exactly: $0) }), number > 0 else {
          throw JSONFault(.refused("'count' is a whole number above 0"), at: place)
        }
        count = number
      default: throw JSONFault(.refused("unknown key '\(name)'"), at: reader.namePlace)
      }
    }
    guard !code.isEmpty, !url.isEmpty else {
      throw JSONFault(.refused("'code' and 'url' are needed"), at: start)
    }
    return Entry(Key(code: code, severity: severity, method: method, pattern: url), count: count)
  }
}

extension JSONReader {
  /// The place of the next value, behind white space.
  mutating func nextPlace() throws(JSONFault) -> JSONPlace {
    _ = try peek()
    return place
  }
}
