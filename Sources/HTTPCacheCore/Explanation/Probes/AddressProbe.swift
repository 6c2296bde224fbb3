extension Finding.Code {
  static let validatorDiffersByNode = Self(
    "validator-differs-by-node", .warning, "RFC 9110 §8.8.1",
    "the addresses of a host give the same content other validators",
    shown: .observed(
      [
        "> GET /app.css at 192.0.2.1", "HTTP/1.1 200 OK", "ETag: \"a1\"", "> GET /app.css at 192.0.2.2",
        "HTTP/1.1 200 OK", "ETag: \"b7\"",
      ],
      consequence: "One node does not confirm what the other sent: the same content is downloaded again.",
      write:
        "Make the tag of the content alone, and keep the times of files where they are copied (`rsync -t`)."))
}

/// Asks every address of the host's name once.
struct AddressProbe: ProbeScript {
  static let codes: [Finding.Code] = [.validatorDiffersByNode]

  var talk: ProbeTalk

  mutating func run() throws(ProbeStop) {
    let addresses = talk.settings.addresses
    guard addresses.count > 1 else {
      throw .skipped("the name has \(addresses.isEmpty ? "no" : "one") address")
    }
    var answers: [Node] = []
    var silent: [String] = []
    for address in addresses {
      do throws(ProbeStop) {
        let status = talk.subject.stored.head.status
        answers.append(
          (address, try talk.ask(address, talk.request(), address: address, expecting: [status])))
      } catch {
        guard case .failed(let why) = error else { throw error }
        silent.append(why)
      }
    }
    compare(answers)
    if !silent.isEmpty { throw .failed(silent.joined(separator: "; ")) }
  }

  private typealias Node = (address: String, answer: ProbeResponse)

  private mutating func compare(_ answers: [Node]) {
    let usable = answers.filter { $0.answer.status == 200 }
    for (place, second) in usable.enumerated() {
      for first in usable[..<place] {
        if !talk.has(.validatorDiffersByNode) { compareValidators(first, second) }
        if !talk.has(.etagSameForOtherContent) { compareContents(first, second) }
      }
    }
  }

  /// Finds nodes that give the same content other validators.
  private mutating func compareValidators(_ first: Node, _ second: Node) {
    let (one, other) = (first.answer, second.answer)
    guard other.hasSameContent(as: one) == true else { return }
    let hasOtherDate = other.modified != one.modified
    guard !other.hasSameTag(as: one) || hasOtherDate else { return }
    let field = hasOtherDate && other.hasSameTag(as: one) ? "Last-Modified" : "ETag"
    let values = [one, other].map { $0.head.fields.first(field)?.asCode ?? "none" }
    talk.findings.add(
      .validatorDiffersByNode, field: field, value: other.head.fields.first(field),
      "\(first.address) and \(second.address) send the same content with different validators (\(field): \(values.asList)):"
        + " one node does not confirm what the other sent.",
      advice: field == "ETag"
        ? "Make the tag of the content alone; \(ServerRemedy.quoted(.tagOfContent, to: one.head)); nginx: the same time on each"
          + " copy."
        : "Keep the time of a file when it is copied (`rsync -t`, `cp -p`).")
  }

  /// Finds nodes that give other content the same strong tag.
  private mutating func compareContents(_ first: Node, _ second: Node) {
    let (one, other) = (first.answer, second.answer)
    guard let tag = one.tag, tag == other.tag, !tag.hasPrefix("W/"), other.hasSameContent(as: one) == false
    else {
      return
    }
    talk.findings.add(
      .etagSameForOtherContent, field: "ETag", value: tag,
      "\(first.address) and \(second.address) send different content under the same strong tag \(tag.asCode): who has the one is"
        + " told by the other that it still holds, and ranges of the two are put together.",
      advice: "Make the tag of the content, or of its version, and deploy it to all nodes.")
  }
}
