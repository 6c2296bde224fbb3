import Foundation

/// Field lines as scenarios write them.
enum Lines {
  /// The lines of `A: 1 | B: 2`.
  static func split(_ text: String) -> [String] {
    text.components(separatedBy: " | ").filter { !$0.isEmpty }
  }

  /// Name and value of a line.
  static func pair(_ line: String) -> (String, String) {
    let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    return (String(parts[0]), parts.dropFirst().joined().trimmingCharacters(in: .whitespaces))
  }

  /// Whether a pattern holds for any of the fields: `Name`, `Name: value`, `Name ~ 30`; `Name * part` looks at all
  /// lines of the name as one list.
  ///
  /// - Parameters:
  ///   - pattern: what is looked for.
  ///   - fields: among these.
  ///   - elapsed: how many seconds have gone by since the scenario began: a number that grows with time may be so much larger.
  /// - Returns: true where it does.
  static func match(_ pattern: String, in fields: [(name: String, value: String)], elapsed: Int) -> Bool {
    let values = { (name: Substring) in
      fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }
    if let colon = pattern.firstIndex(of: ":") {
      let wanted = pattern[pattern.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      return values(pattern[..<colon]).contains(wanted)
    }
    if let range = pattern.range(of: " ~ "), let least = Int(pattern[range.upperBound...]) {
      return values(pattern[..<range.lowerBound]).compactMap(Int.init).contains {
        (least...least + max(0, elapsed) + 1).contains($0)
      }
    }
    if let range = pattern.range(of: " * ") {
      return values(pattern[..<range.lowerBound]).joined(separator: ", ").contains(
        pattern[range.upperBound...])
    }
    return !values(pattern[...]).isEmpty
  }
}

/// What stands for the placeholders of one run of a scenario.
struct Placeholders: Sendable {
  let start: Int
  let origin: String

  /// The text with its placeholders filled in.
  func fill(_ text: String) -> String {
    guard text.contains("{") else { return text }
    var filled = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      filled += rest[..<open] + value(String(rest[rest.index(after: open)..<close]))
      rest = rest[rest.index(after: close)...]
    }
    return filled + rest
  }

  private func value(_ name: String) -> String {
    switch name {
    case "origin": origin
    case "port": String(origin.split(separator: ":").last ?? "")
    case "now": Self.date(start)
    default: Self.date(start + (Int(name) ?? 0))
    }
  }

  /// An IMF-fixdate, written by the C library so that no code under test checks itself.
  private static func date(_ seconds: Int) -> String {
    var time = time_t(seconds)
    var parts = tm()
    gmtime_r(&time, &parts)
    var buffer = [CChar](repeating: 0, count: 64)
    let length = strftime(&buffer, buffer.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
    return String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// The head and body that `-i` printed, and the statuses of interim responses before them.
struct SeenResponse {
  let interims: [Int]
  let status: Int
  let fields: [(name: String, value: String)]
  let body: String

  /// Reads what a run left on stdout; a run that left nothing has the status 0.
  init(_ text: String) {
    var interims: [Int] = []
    var rest = text
    while true {
      guard let end = rest.range(of: "\r\n\r\n") else {
        (self.interims, status, fields, body) = (interims, 0, [], rest)
        return
      }
      let lines = rest[..<end.lowerBound].components(separatedBy: "\r\n")
      rest = String(rest[end.upperBound...])
      let words = lines[0].split(separator: " ")
      let code = words.count > 1 ? Int(words[1]) ?? 0 : 0
      if (100..<200).contains(code) {
        interims.append(code)
        continue
      }
      self.interims = interims
      status = code
      fields = lines.dropFirst().map { (name: Lines.pair($0).0, value: Lines.pair($0).1) }
      body = rest
      return
    }
  }
}
