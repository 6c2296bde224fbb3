extension Finding.Code {
  static let encodingNegotiatedWithoutVary = Self(
    "encoding-negotiated-without-vary", .error, "RFC 9110 §12.5.5",
    "the coding depends on Accept-Encoding, and Vary does not name it",
    shown: .observed(
      [
        "> GET /app.css", "> Accept-Encoding: gzip", "HTTP/1.1 200 OK", "Content-Encoding: gzip",
        "Cache-Control: max-age=600", "> GET /app.css", "HTTP/1.1 200 OK", "Cache-Control: max-age=600",
      ],
      consequence: "A cache gives the coded content to clients that can't read it, too.",
      write:
        "Send `Vary: Accept-Encoding`; nginx: `gzip_vary on;`; Apache: `Header merge Vary Accept-Encoding`."),
    supersedes: [.encodedWithoutVary])
  static let encodingNotAccepted = Self(
    "encoding-not-accepted", .error, "RFC 9110 §12.5.3", "content comes in a coding that was not asked for",
    shown: .observed(
      ["> GET /app.css", "> Accept-Encoding: identity", "HTTP/1.1 200 OK", "Content-Encoding: gzip"],
      consequence: "A client that asks so can't read the answer.",
      write: "Send content without a coding where its coding is not accepted; nginx: `gunzip on;`."))
  static let etagSharedByEncodings = Self(
    "etag-shared-by-encodings", .error, "RFC 9110 §8.8.3.3", "different codings have the same strong tag",
    shown: .observed(
      [
        "> GET /app.css", "> Accept-Encoding: gzip", "HTTP/1.1 200 OK", "Content-Encoding: gzip",
        "ETag: \"v1\"", "> GET /app.css", "HTTP/1.1 200 OK", "ETag: \"v1\"",
      ],
      consequence:
        "A strong tag names the bytes, so that a part of the one coding may be joined to the other.",
      write: "Give each coding a tag of its own, or a weak one: `ETag: W/\"v1\"`."))
  static let varyInconsistent = Self(
    "vary-inconsistent", .warning, "RFC 9110 §12.5.5",
    "Vary differs among the answers to different codings",
    shown: .observed(
      [
        "> GET /app.css", "> Accept-Encoding: gzip", "HTTP/1.1 200 OK", "Content-Encoding: gzip",
        "Vary: Accept-Encoding", "> GET /app.css", "HTTP/1.1 200 OK",
      ],
      consequence:
        "A cache goes by the answer that it has, so that some clients get a variant that is not for them.",
      write: "Send the same Vary with each answer of a URL; nginx: `gzip_vary on;`."))
}

/// Asks for each coding alone (RFC 9110 §12.5.3), and for Markdown beside a page: what agents get must not reach
/// browsers, nor the reverse.
struct EncodingProbe: ProbeScript {
  static let codes: [Finding.Code] = [
    .encodingNegotiatedWithoutVary, .encodingNotAccepted, .etagSharedByEncodings, .varyInconsistent,
  ]

  static let usualRequests = 5

  var talk: ProbeTalk

  /// Extensions of files whose content is compressed by itself.
  private let codedNames = [".gz", ".tgz", ".svgz", ".br", ".zst", ".z"]

  mutating func run() throws(ProbeStop) {
    let whole = try talk.wholePlain()
    var answers = [(asked: "identity", answer: whole)]
    var refused: ProbeStop?
    for coding in ["gzip", "br", "zstd"] {
      do throws(ProbeStop) { answers.append((coding, try talk.coded(coding, of: whole))) } catch {
        guard case .failed = error else { throw error }
        refused = refused ?? error
      }
    }
    acceptance(answers)
    vary(answers.map(\.answer))
    tags(answers.map(\.answer))
    do throws(ProbeStop) { try askMarkdown() } catch {
      guard case .failed = error else { throw error }
      refused = refused ?? error
    }
    if let refused { throw refused }
  }

  /// Asks for a page as a browser does, then for Markdown, under one query of their own; where a cache on the way answers
  /// from its store, for Markdown once more under another one, since a page for both looks like one page for all.
  private mutating func askMarkdown() throws(ProbeStop) {
    let choice = RepresentationChoice.markdown
    // Leave out a field that the user sets for each request; a page that changes by itself proves nothing.
    guard !talk.settings.fields.contains(where: { $0.isNamed(choice.name) }),
      !talk.has(.contentChangesEachTime)
    else { return }
    let (one, other) = (choice.label(isSecond: false), choice.label(isSecond: true))
    let shared = try talk.own("both")
    let first = try talk.ask(one, talk.request(for: choice.first, choice, shared))
    // Where a query of its own does not keep answers apart, the next one could reach others.
    guard first.status < 400, !first.edge.isFromStore else { return }
    let second = try talk.ask(other, talk.request(for: choice.second, choice, shared))
    // The probes behind this one go before.
    let isStored =
      second.edge.isFromStore && talk.requestsLeft(needed: Probe.encoding.usualRequests) >= 0
    let own =
      isStored
      ? try talk.ask(
        other + " alone", talk.request(for: choice.second, choice, talk.own("the second alone"))) : second
    guard own.status < 400, !Negotiation.isSame(first, own) else { return }
    let isMixed = isStored && second.hasSameAnswer(as: first)
    let negotiation = Negotiation(
      choice: choice, basis: .content, first: first, own: own, mixed: isMixed ? (second, true) : nil)
    guard let finding = negotiation.finding(talk) else { return }
    if try negotiation.isSteady(0, talk) { talk.findings.append(finding) }
  }

  private mutating func acceptance(_ answers: [(asked: String, answer: ProbeResponse)]) {
    let name = talk.target.path.asciiLowercased
    guard !codedNames.contains(where: name.hasSuffix) else { return }
    for (asked, answer) in answers {
      guard let other = answer.codings.first(where: { $0 != asked }) else { continue }
      return talk.findings.add(
        .encodingNotAccepted, field: "Content-Encoding",
        value: answer.head.fields.combined("Content-Encoding"),
        "`Accept-Encoding: \(asked)` was answered with \(other.asCode): a client that asks so can't read it.",
        advice:
          "Send content without a coding where its coding is not accepted;"
          + " \(ServerRemedy.quoted(.gunzip, to: answer.head)).")
    }
  }

  private mutating func vary(_ answers: [ProbeResponse]) {
    let kept = answers.filter(talk.mayBeStored)
    guard kept.count > 1 else { return }
    let isNegotiated = Set(kept.map(\.codings)).count > 1
    let coded = kept.first { !$0.codings.isEmpty && !$0.head.names(inVary: "accept-encoding") }
    if isNegotiated, let coded {
      let remedy = ServerRemedy.quoted(.gzipVary, .appendVary, to: coded.head)
      return talk.findings.add(
        .encodingNegotiatedWithoutVary, field: "Vary", value: coded.head.fields.combined("Vary"),
        "The coding depends on Accept-Encoding, and the answer in \(coded.codings.joined(separator: ", ").asCode) has no"
          + " `Vary: Accept-Encoding`: a cache gives it to clients that can't read it, too.",
        advice: "Write `\(coded.varyLine(adding: "Accept-Encoding"))`;"
          + " \(remedy).",
        line: AdvisedLine(VaryEdit(added: ["Accept-Encoding"]), after: "; \(remedy)."))
    }
    let lists = kept.map { Set($0.head.nominatedNames) }
    guard let first = lists.first, let other = lists.firstIndex(where: { $0 != first }) else { return }
    let words = [0, other].map { index in
      let answer = kept[index]
      let coding =
        answer.codings.isEmpty ? "without a coding" : "in \(answer.codings.joined(separator: ", "))"
      return "\(answer.head.fields.combined("Vary").map { "`Vary: \($0)`" } ?? "no Vary") \(coding)"
    }
    talk.findings.add(
      .varyInconsistent, field: "Vary", value: kept[other].head.fields.combined("Vary"),
      "The answers to different codings have different Vary: \(words.asList). A cache goes by the answer that it has,"
        + " so some clients get a variant that is not for them.",
      advice: "Send the same `Vary` with each answer of a URL;"
        + " \(ServerRemedy.quoted(.gzipVary, to: kept[other].head)).")
  }

  private mutating func tags(_ answers: [ProbeResponse]) {
    for (index, answer) in answers.enumerated() {
      guard let tag = answer.tag, !tag.hasPrefix("W/"),
        let other = answers[(index + 1)...].first(where: { $0.tag == tag && $0.codings != answer.codings })
      else { continue }
      let names = [answer, other].map {
        $0.codings.isEmpty ? "no coding" : $0.codings.joined(separator: ", ")
      }
      return talk.findings.add(
        .etagSharedByEncodings, field: "ETag", value: tag,
        "\(tag.asCode) is the tag of different bytes: of the content in \(names[0]) and in \(names[1]). A strong tag names"
          + " the bytes, so a range of the one may be joined to the other.",
        advice: "Give each coding a tag of its own, or write `ETag: W/\(tag)`.")
    }
  }
}
