import Foundation
import TestSupport
import Testing

/// The program under test with an empty cache of its own.
struct BuiltProgram {
  let executable: Executable

  init() throws { executable = try Executable() }

  var directory: TemporaryDirectory { executable.directory }

  /// Runs `httpcache` with these words.
  func callAsFunction(
    _ words: [String], stdin: String = "", environment: [String: String] = [:]
  ) throws -> Executable.Run {
    try executable.run(words, input: stdin, environment: environment)
  }

  /// Runs `httpcache fetch` with these words.
  func fetch(
    _ words: String..., stdin: String = "", environment: [String: String] = [:]
  ) throws -> Executable.Run {
    try executable.run(["fetch"] + words, input: stdin, environment: environment)
  }

  /// Runs `httpcache inspect` with these words.
  func inspect(_ words: String..., stdin: String = "") throws -> Executable.Run {
    try executable.run(["inspect"] + words, input: stdin)
  }

  /// Fetches with `--json`; the object of the only URL.
  func fetched(_ words: String...) throws -> JSONObject {
    try JSONObject(#require(try executable.run(["fetch", "--json"] + words).objects.first))
  }

  /// Inspects with `--json`; an object for every response.
  func inspected(_ words: String..., stdin: String = "") throws -> [JSONObject] {
    try executable.run(["inspect", "--json"] + words, input: stdin).objects.map(JSONObject.init)
  }

  /// Whether anything is stored for a URL.
  func hasStored(_ url: String) throws -> Bool { try inspect(url, "-q").code == 0 }
}

/// A JSON object, read by key.
struct JSONObject {
  let members: [String: Any]

  init(_ members: [String: Any]) { self.members = members }

  subscript(key: String) -> String? { members[key] as? String }

  func bool(_ key: String) -> Bool? { members[key] as? Bool }

  func int(_ key: String) -> Int? { members[key] as? Int }

  func object(_ key: String) -> JSONObject { JSONObject(members[key] as? [String: Any] ?? [:]) }

  func isNull(_ key: String) -> Bool { members[key] is NSNull }

  /// The `code` of every object in an array.
  func codes(_ key: String) -> [String] {
    (members[key] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
  }

  var keys: Set<String> { Set(members.keys) }
}

extension Executable.Run {
  /// The lines of standard error.
  var errorLines: [String] { errors.split(separator: "\n").map(String.init) }

  /// The lines of the head that `-i` printed, without their line ends.
  var headLines: [String] {
    let lines = text.components(separatedBy: "\r\n")
    return Array(lines.prefix { !$0.isEmpty })
  }
}

extension OriginReply {
  /// A response that stays fresh for an hour.
  static func fresh(_ body: String = "fresh", fields: [(String, String)] = []) -> OriginReply {
    .text(body, fields: [("Cache-Control", "max-age=3600")] + fields)
  }

  /// A response that is stale at once, and can be validated; 304 where it still matches.
  static func validated(_ request: OriginRequest, tag: String = "\"1\"", body: String = "body") -> OriginReply
  {
    let fields = [("Cache-Control", "max-age=0"), ("ETag", tag)]
    let matches = request["If-None-Match"] == tag
    return matches ? .text("", status: 304, fields: fields) : .text(body, fields: fields)
  }
}

extension OriginReply {
  /// The same reply with another status.
  func with(status: Int) -> OriginReply {
    guard case .response(_, let reason, let fields, let body, let interim) = self else { return self }
    return .response(status: status, reason: reason, fields: fields, body: body, interim: interim)
  }
}

extension TemporaryDirectory {
  /// What the file `name` holds, or nil where there is none.
  func contents(of name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: file(name)).map(Array.init)
  }

  /// Writes a file and gives its path.
  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }

  /// The names in it, sorted.
  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}
