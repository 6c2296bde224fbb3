import HTTPCacheCore

/// A page as lines of text: broken at the width of the terminal, in colour where it shows colour, and with foreign text made
/// harmless.
struct PageText {
  let terminal: Terminal
  let stream: Terminal.Stream
  let width: Int

  /// Makes a form for a stream; `widest` is the most columns that a line takes.
  init(_ terminal: Terminal, _ stream: Terminal.Stream, widest: Int = 100) {
    (self.terminal, self.stream) = (terminal, stream)
    width = min(widest, terminal.width(stream))
  }

  /// A paragraph with a hanging indent, as its lines.
  func paragraph(
    _ text: String, note: String? = nil, label: String = "", indent: Int? = nil
  ) -> [String] {
    WordWrap.hanging(
      Escaping.withoutCredentials(text), tail: note.map { "(\($0))" } ?? "", label: label, indent: indent,
      width: width
    ).split(separator: "\n", omittingEmptySubsequences: false).map(WordWrap.spaced)
  }

  /// Lines of a message, each broken below its value.
  func lines(_ lines: [PageLine]) -> [String] {
    lines.flatMap {
      paragraph($0.value, label: "  \(Escaping.withoutCredentials($0.name)): ", indent: 6)
    }
  }

  /// Lines below a title; none if there are no lines.
  func section(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : [style(title, .strong)] + lines
  }

  func section(_ section: PageSection) -> [String] { self.section(section.title, lines(section.sentences)) }

  func style(_ text: String, _ look: Look) -> String { terminal.styled(text, look.style, on: stream) }

  // MARK: Reasons and conclusions

  /// A paragraph for each sentence; one that tells a rule has the sign of its effect.
  func lines(_ sentences: [PageSentence]) -> [String] {
    sentences.flatMap { sentence in
      guard let mark = sentence.effect?.mark else {
        return paragraph(sentence.text, note: sentence.reference, label: "  ", indent: 4)
      }
      let lines = paragraph(sentence.text, note: sentence.reference, label: "  \(mark.symbol) ")
      return ["  " + style(mark.symbol, mark.look) + lines[0].dropFirst(3)] + lines.dropFirst()
    }
  }

  /// The sentence of a conclusion, the rule that decides, and the consequence, then the other rules that decide.
  ///
  /// The lines are coloured up to the first colon, semicolon or comma of the sentence.
  func lines(_ outcome: PageOutcome) -> [String] {
    let consequence = outcome.consequence.map { ". \($0)" } ?? ""
    let reference = outcome.reference.map { " (\($0.unbroken))" } ?? ""
    let lines = paragraph(outcome.judge + outcome.sentence + reference + consequence)
    let first = lines[0]
    let end = first.dropFirst(outcome.judge.count).firstIndex { ":;,".contains($0) } ?? first.endIndex
    return [style(String(first[..<end]), outcome.look) + first[end...]] + lines.dropFirst()
      + self.lines(outcome.others)
  }
}

extension Look {
  var style: Style {
    switch self {
    case .strong: .strong
    case .good: .good
    case .warn: .warn
    case .bad: .bad
    case .dim: .dim
    }
  }
}

extension Rule.Effect {
  /// The sign before a reason, and its look: `+` allows, `-` forbids, `?` asks the origin, `.` notes.
  fileprivate var mark: (symbol: String, look: Look) {
    switch self {
    case .allows: ("+", .good)
    case .forbids: ("-", .warn)
    case .requiresValidation: ("?", .warn)
    case .notes: (".", .dim)
    }
  }
}

// MARK: One response

extension PageText {
  /// A response with a newline at its end; `isVerbose` adds the other reasons, all field lines, the values that were stored with
  /// it, and each request of the probes.
  func text(_ page: SubjectPage, isVerbose: Bool) -> String {
    var blocks = [heading(page) + page.outcomes.flatMap(lines) + selectors(page)]
    blocks.append(lines(page.fields(isWhole: isVerbose)))
    blocks.append(page.life.map(bar) ?? [])
    let reasons = isVerbose ? page.decisions.flatMap(section) : lines(page.upstream)
    blocks.append(reasons + lines(page.hints))
    blocks.append(section("As real caches do", page.otherCaches.flatMap(column)))
    if isVerbose { blocks.append(section("User info", page.userInfo.flatMap(setting))) }
    blocks.append(repetition(page) + probes(page, isVerbose: isVerbose))
    blocks.append(page.findings.flatMap(finding))
    blocks.append(page.hidden.flatMap(hidden))
    blocks.append(page.failures.flatMap(failure))
    blocks.append(advice(page))
    return blocks.filter { !$0.isEmpty }.joined(separator: [""]).joined(separator: "\n") + "\n"
  }

  private func heading(_ page: SubjectPage) -> [String] {
    let status = "  \(page.status)"
    let method = Escaping.withoutCredentials(page.method)
    let url = Escaping.withoutCredentials(page.url)
    var lines = WordWrap.folded(url, width: width - method.count - 1 - status.count).enumerated().map {
      $0 == 0
        ? style("\(method) \($1)", .strong)
        : String(repeating: " ", count: method.count + 1) + style($1, .strong)
    }
    lines[lines.count - 1] += status
    return lines
  }

  private func selectors(_ page: SubjectPage) -> [String] {
    page.selectors.flatMap { paragraph($0.value, label: "\($0.name) ") }
  }

  /// The rest of the lifetime as a bar, and the age with the lifetime.
  private func bar(_ life: PageBar) -> [String] {
    let width = 40
    // The bar of a fresh response is never empty.
    let filled = max(life.isFresh ? 1 : 0, Int(life.share * Double(width)))
    let expiry = life.expiresAt.map { " \(life.isFresh ? "until" : "since") \(rfc3339($0))" } ?? ""
    let bar = style(String.bar(filled, of: width), life.isFresh ? .good : .warn)
    return ["  [\(bar)] \(life.state)\(expiry)", "  \(life.words)"]
  }

  /// A name in a column, beside its text.
  private func column(_ line: PageLine) -> [String] {
    paragraph(line.value, note: line.note, label: "  " + line.name.rightPadded(Self.nameWidth))
  }

  private static let nameWidth = 2 + (CacheModel.all.map(\.name.count).max() ?? 0)

  private func setting(_ line: PageLine) -> [String] {
    paragraph(line.value, label: "  \(Escaping.withoutCredentials(line.name)) = ")
  }

  private func finding(_ finding: Finding) -> [String] {
    let title = "\(style(finding.severity.rawValue, finding.severity.words.look)) \(finding.code.rawValue)"
    let advice = finding.advice.map { " \($0)" } ?? ""
    return [title] + paragraph("\(finding.explanation)\(advice)", note: finding.reference, label: "  ")
  }

  private func hidden(_ finding: Finding, _ why: String) -> [String] {
    let lines = paragraph("\(finding.severity.rawValue) \(finding.code.rawValue), \(why)", indent: 2)
    return [style(lines.joined(separator: "\n"), .dim)]
  }

  private func failure(_ text: String) -> [String] {
    let lines = WordWrap.folded(Escaping.withoutCredentials(text), width: width - 2)
    return lines.enumerated().map { style(($0 > 0 ? "  " : "") + $1, .bad) }
  }

  /// The advised change as a whole, each field on a line as it should be sent.
  private func advice(_ page: SubjectPage) -> [String] {
    let (send, leaveOut) = page.advice
    return section("Send", lines(send)) + section("Leave out", leaveOut.map { "  \($0)" })
  }

  // MARK: Probes

  private func repetition(_ page: SubjectPage) -> [String] {
    page.repetition.enumerated().flatMap {
      $0 == 0 ? paragraph($1, indent: 2) : paragraph($1, label: "  ", indent: 4)
    }
  }

  private func probes(_ page: SubjectPage, isVerbose: Bool) -> [String] {
    let probes = page.probes
    guard !probes.isEmpty else { return [] }
    let count = page.probeRequests
    var lines = ["Asked \(count) more \(count == 1 ? "time" : "times"):"]
    for probe in probes {
      lines += paragraph(probe.words, label: "  \(probe.name) ".rightPadded(14)) + key(probe)
      if isVerbose { lines += requests(probe, indent: 6) }
    }
    return lines
  }

  private func requests(_ probe: ProbeLines, indent: Int) -> [String] {
    probe.requests.flatMap {
      paragraph($0, label: String(repeating: " ", count: indent), indent: indent + 2)
    }
  }

  /// The cache key that a probe mapped, a line for each input, and below it what is to be said of it.
  private func key(_ probe: ProbeLines) -> [String] {
    let rows = probe.key
    guard !rows.isEmpty else { return [] }
    func line(_ cells: [String]) -> String {
      let padded = zip(cells.dropLast(), [19, 16, 16, 16]).map { "\($0)  ".rightPadded($1) }
      return "    " + padded.joined() + (cells.last ?? "")
    }
    return [line(probe.keyColumns)]
      + rows.flatMap { row in
        [line(row.cells)] + (row.words.map { paragraph($0, label: "      ", indent: 6) } ?? [])
      }
  }

  /// The requests that the probes of a URL would send, one on each line.
  func rehearsal(_ target: TargetURI, _ probes: [ProbeReport]) -> [String] {
    let count = probes.reduce(0) { $0 + $1.exchanges.count }
    return [Escaping.withoutCredentials("\(target.absolute): \(count) requests, none of them sent")]
      + probes.map { ProbeLines($0) }.flatMap { probe in
        probe.report.exchanges.isEmpty
          ? paragraph(probe.report.reason ?? "", label: "  \(probe.name): ")
          : ["  \(probe.name)"] + requests(probe, indent: 4)
      }
  }
}
