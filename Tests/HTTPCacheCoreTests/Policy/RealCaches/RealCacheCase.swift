import Foundation
import Testing

@testable import HTTPCacheCore

/// One line of `Tests/RealCaches/cases.txt` or `browsers.txt`: a response, and what each of the caches was seen to do with it.
struct RealCacheCase: CustomTestStringConvertible, Sendable {
  /// Its place among the cases.
  let number: Int

  /// Request and response as they are written.
  let text: String

  /// What was seen, by cache.
  let measured: [String: String]

  var testDescription: String { "\(number): \(text)" }

  /// What servers did, and browsers by `fetch()`.
  static let file = path("cases.txt")

  /// What browsers did with the page that is opened, and with a script in a page.
  static let browsersFile = path("browsers.txt")

  /// What browsers did with several requests in a row.
  static let sequencesFile = path("sequences.txt")

  private static func path(_ name: String) -> URL {
    LayeringTests.sources.deletingLastPathComponent().appendingPathComponent("Tests/RealCaches/\(name)")
  }

  /// All of a file, whose columns have these names.
  static func all(
    in file: URL = RealCacheCase.file, columns names: [String] = CacheModel.measured.map(\.name)
  ) throws -> [RealCacheCase] {
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter {
      $0.contains(" => ")
    }
    return lines.enumerated().map { number, line in
      let columns = line.split(separator: "\t", maxSplits: 1).map(String.init)
      let measured = zip(names, columns[0].split(separator: " ").map(String.init))
      return RealCacheCase(
        number: number, text: columns[1], measured: Dictionary(uniqueKeysWithValues: Array(measured)))
    }
  }

  /// Request and response, received at noon.
  func exchange() throws -> Exchange {
    let sides = text.components(separatedBy: " => ").map { $0.components(separatedBy: " | ") }
    let request = sides[0][0].split(separator: " ").map(String.init)
    let status = try #require(Int(sides[1][0]))
    var fields = sides[1].dropFirst().map(Self.field)
    let size = fields.first { $0.name == "(size)" }.flatMap { Int64($0.value) } ?? 12
    let isChunked = fields.contains { $0.name == "(chunked)" }
    fields.removeAll { $0.name.hasPrefix("(") }
    if !fields.contains(where: { $0.name == "Date" }) { fields.append(Self.field("Date: {+0}")) }
    fields.removeAll { $0.name == "Date" && $0.value == "none" }
    let hasBody = status != 204 && status != 304
    if hasBody {
      fields.append(
        isChunked ? FieldLine("Transfer-Encoding", "chunked") : FieldLine("Content-Length", "\(size)"))
    }
    return Exchange(
      request: RequestHead(
        method: request[0], target: try TargetURI("http://localhost/0\(request[1])"),
        fields: FieldSection(sides[0].dropFirst().map(Self.field))),
      head: ResponseHead(status: status, fields: FieldSection(fields)), bodyLength: hasBody ? size : 0)
  }

  private static func field(_ text: String) -> FieldLine {
    let name = text.prefix { $0 != ":" }
    var value = text.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
    while let place = value.range(of: #"\{@?[+-]\d+\}"#, options: .regularExpression) {
      let moment = noon + (Seconds(value[place].filter { !"{@+}".contains($0) }) ?? 0)
      value.replaceSubrange(
        place, with: value[place].contains("@") ? "\(moment.epoch)" : HTTPDate.imfFixdate(moment))
    }
    return FieldLine(String(name), value)
  }

  /// What a cache does by its rules, in the letters of the file; nil where that depends on a fraction of a second, or is not
  /// known.
  static func expected(_ decision: CacheDecision) -> String? {
    guard let isStored = decision.isStored else { return nil }
    // The later requests are for GET.
    if decision.reasons.cites(.squidHead) { return "m." }
    let question = isStored && decision.isRevalidated == true ? "c" : "m"
    guard isStored, let lifetime = decision.lifetime else { return isStored ? nil : "m." }
    switch lifetime {
    case ...0: return "\(question)."
    case 2...3: return "H\(question)"
    case 7...: return "HH"
    default: return nil
    }
  }
}

extension CacheModel {
  /// The caches that are asked for the cases of `cases.txt`; Firefox and WebKit are asked for those of `browsers.txt`.
  static let measured = all.filter { $0.version != nil && $0 != .firefox && $0 != .webkit }
}
