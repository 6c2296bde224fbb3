/// Explains the code of a finding or a reason, for the reference pages and for `help CODE`.
///
/// An example is judged as any response is, and the text shows its finding and its advice.
package struct CodeHelp: Sendable {
  package enum Part: Sendable, Hashable {
    case paragraph(String)
    /// Lines of a message or of a configuration, shown without wrapping.
    case lines([String])
  }

  package let code: String

  /// What the code means.
  package let meaning: String

  /// What follows from it, as a sentence or several; empty for a code that nothing has any more.
  package let consequence: String

  /// What to write, as a sentence or several, or that nothing is to be written; empty for a code that nothing has any more.
  package let remedy: String

  /// Lines in which the code is found; empty for a reason.
  private let example: [String]

  /// The fields to send, and the lines that have servers send them.
  private let change: [Part]

  /// What follows and what to write, each in a paragraph; empty for a code that nothing has any more.
  private var outcome: [String] {
    consequence.isEmpty ? [] : ["What follows: \(consequence)", "Remedy: \(remedy)"]
  }

  /// The meaning, what follows, and what to write, each in a paragraph.
  package var paragraphs: [String] { [meaning] + outcome }

  /// The paragraphs, with an example behind the meaning and the lines to copy at the end.
  package var parts: [Part] {
    [.paragraph(meaning)] + (example.isEmpty ? [] : [.lines(example)]) + outcome.map(Part.paragraph) + change
  }

  /// The remedy where nothing is to be written.
  static let nothing = "Nothing is to be written."

  package init(_ code: Finding.Code) {
    self.code = code.rawValue
    let found = code.finder.map { " It is found by `\($0)`." } ?? ""
    let severity = "\(code.usualSeverity == .warning ? "a" : "an") \(code.usualSeverity.rawValue)"
    meaning = "\(code.summary.capitalized). Usually \(severity) (\(code.reference)).\(found)"
    switch code.shown {
    case .judged(let lines, let choice):
      let facts = CodeExample.facts(lines)
      let (finding, advice) = facts.map { Findings.first(code, in: $0) } ?? (nil, nil)
      example = lines
      consequence = finding?.explanation ?? ""
      remedy = finding?.advice ?? choice ?? Self.nothing
      change = facts.flatMap { facts in advice.map { Self.change($0, of: facts.head) } } ?? []
    case .observed(let lines, let consequence, let write):
      example = lines
      self.consequence = consequence
      remedy = write ?? Self.nothing
      change = []
    }
  }

  package init(_ rule: Rule) {
    code = rule.rawValue
    let sentence = Reason(rule).sentence
    let dots = sentence.holds("…") ? " The dots stand for what the response or the request has." : ""
    let former = FormerCode(rule.rawValue).map { " \($0.sentence)" } ?? ""
    meaning = "\(sentence.capitalized) (\(rule.place)).\(dots)\(former)"
    (consequence, remedy) = (rule.consequence, rule.change ?? Self.nothing)
    (example, change) = ([], [])
  }

  private init(_ former: FormerCode) {
    (code, meaning) = (former.code, former.sentence)
    (consequence, remedy) = ("", "")
    (example, change) = ([], [])
  }

  /// The fields to send and to leave out, and the lines of server configurations for that.
  private static func change(_ advice: Advice, of head: ResponseHead) -> [Part] {
    var parts: [Part] = []
    if !advice.set.isEmpty {
      parts += [.paragraph("Send:"), .lines(advice.set.map { "\($0.name): \($0.value)" })]
    }
    if !advice.remove.isEmpty { parts.append(.paragraph("Leave out: \(advice.remove.asList).")) }
    let server = ServerLines(advice, of: head)
    guard !server.lines.isEmpty else { return parts }
    return parts + (server.note.map { [.paragraph($0)] } ?? []) + [.lines(server.lines)]
  }

  /// The texts for a name, which a finding and a reason may share; empty for an unknown name.
  package static func named(_ name: String) -> [Self] {
    let texts =
      (Finding.Code(rawValue: name).map { [Self($0)] } ?? [])
      + (Rule(rawValue: name).map { [Self($0)] } ?? [])
    return texts.isEmpty ? FormerCode(name).map { [Self($0)] } ?? [] : texts
  }

  /// The names of all codes, those of older versions too, in the order of the alphabet.
  package static let names = Set(
    Finding.Code.allCases.map(\.rawValue) + Rule.allCases.map(\.rawValue) + FormerCode.all.map(\.code)
  ).sorted()

  /// The parts as Markdown, or as plain text.
  package func text(isMarkdown: Bool) -> String {
    parts.map { part in
      switch part {
      case .paragraph(let text): text
      case .lines(let lines):
        isMarkdown ? "```text\n\(lines.joined(separator: "\n"))\n```" : lines.joined(separator: "\n")
      }
    }.joined(separator: "\n\n")
  }

  /// The URL of a section of an RFC; nil for a reference to something else.
  package static func url(ofReference reference: String) -> String? {
    let words = reference.split { " ,".contains($0) }
    guard words.count > 2, words[0] == "RFC", words[2].hasPrefix("§") else { return nil }
    return "https://www.rfc-editor.org/rfc/rfc\(words[1])#section-\(words[2].dropFirst())"
  }
}

extension String {
  /// The text with a capital at its beginning, unless it begins with the name of a directive.
  fileprivate var capitalized: String {
    prefix { $0 != " " }.contains("-") ? self : prefix(1).uppercased() + dropFirst()
  }
}

extension FormerCode {
  fileprivate var sentence: String { "It is no finding any more: \(fate)." }
}

extension Finding.Code {
  /// The command that finds the code from several responses; nil if one response is enough.
  fileprivate var finder: String? {
    guard case .observed = shown else { return nil }
    return Findings.families.first { $0.codes.contains(self) }?.command(finding: self)
  }
}

/// Reads the examples of codes: options of `inspect`, then the lines of the request, each after `> `, then the lines
/// of the response.
enum CodeExample {
  /// The time of receipt of every example: 26 January 2016.
  private static let arrival = Instant(epoch: 1_453_826_757)

  /// The exchange of an example; nil for a malformed text.
  static func facts(_ example: [String]) -> Facts? {
    var settings = Settings()
    var (method, url) = ("GET", "/")
    var fields = FieldSection()
    var response: [String] = []
    for line in example {
      let words = line.split(separator: " ").map(String.init)
      if line == "--shared" {
        settings.role = .shared
      } else if line == "--profile urlcache" {
        (settings.profile, settings.maxEntrySize) = (.urlcache, 1000)
      } else if words[0] == ">", words[1].hasSuffix(":") {
        fields.append(FieldLine(String(words[1].dropLast()), words.dropFirst(2).joined(separator: " ")))
      } else if words[0] == ">" {
        (method, url) = (words[1], words[2])
      } else {
        response.append(line)
      }
    }
    if url.hasPrefix("/") { url = "https://example.test" + url }
    guard let target = try? TargetURI(recorded: url, allowsForeign: true), let head = head(response) else {
      return nil
    }
    let request = RequestHead(method: method, target: target, fields: fields)
    let stored = StoredResponse(
      key: CacheKey(target: target), head: head, requestedAt: arrival, receivedAt: arrival)
    return Facts(
      Subject(origin: .store, request: request, stored: stored), SubjectContext(), settings: settings,
      now: arrival)
  }

  /// Reads a head, with status 200 if no line has a status.
  private static func head(_ lines: [String]) -> ResponseHead? {
    var parser = HeadParser()
    let start = lines.first?.hasPrefix("HTTP/") == true ? [] : ["HTTP/1.1 200 OK"]
    for line in start + lines {
      guard let next = try? parser.taking(line.utf8) else { return nil }
      parser = next
    }
    return try? parser.take([UInt8]())
  }
}
