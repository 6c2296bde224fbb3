extension Finding.Code {
  static let validatorDiffersByNode = Self(
    "validator-differs-by-node", .warning, "RFC 9110 §8.8.1",
    "the addresses of a host give the same content other validators")
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
    var answers: [(address: String, answer: ProbeResponse)] = []
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

  private mutating func compare(_ answers: [(address: String, answer: ProbeResponse)]) {
    guard let first = answers.first, first.answer.status == 200 else { return }
    for (address, answer) in answers.dropFirst() {
      guard answer.status == 200, answer.hasSameContent(as: first.answer) == true else { continue }
      let hasOtherDate = answer.modified != first.answer.modified
      guard !answer.hasSameTag(as: first.answer) || hasOtherDate else { continue }
      let field = hasOtherDate && answer.hasSameTag(as: first.answer) ? "Last-Modified" : "ETag"
      let values = [first.answer, answer].map { $0.head.fields.first(field)?.asCode ?? "none" }
      return talk.findings.add(
        .validatorDiffersByNode, field: field, value: answer.head.fields.first(field),
        "\(first.address) and \(address) send the same content with different validators (\(field): \(values.asList)):"
          + " one node does not confirm what the other sent.",
        advice: field == "ETag"
          ? "Make the tag of the content alone; Apache: `FileETag Digest`; nginx: the same time on each copy."
          : "Keep the time of a file when it is copied (`rsync -t`, `cp -p`).")
    }
  }
}
