import HTTPCacheCore

/// A finding that an entry of an expectation file accepts.
struct AcceptedFinding: Equatable, Sendable {
  let code: Finding.Code
  let reason: String

  /// Until when the finding is accepted: a time, or the end of a day in UTC; nil for ever.
  let until: Instant?

  /// The line of the file on which it begins, from 1.
  let line: Int

  /// Nil for a code that is no finding any more.
  init?(_ members: Members) {
    guard let code = members.code else { return nil }
    (self.code, reason, until, line) = (code, members.reason, members.until, members.place.line)
  }

  /// `{"code": …, "reason": …, "until": …}`.
  struct Members: JSONShaped {
    fileprivate var place = JSONPlace.start
    fileprivate var code: Finding.Code?
    private(set) var former: FormerCode?
    fileprivate var reason = ""
    fileprivate var until: Instant?

    static let shape = JSONShape<Self>.strict(
      [
        .place(\.place),
        .member(
          "code",
          read: { reader, members throws(JSONFault) in
            let name = try PlacedText(&reader)
            (members.code, members.former) = (Finding.Code(rawValue: name.text), FormerCode(name.text))
            guard members.name == nil else { return }
            throw name.refused(
              "'\(name.text)' is not a finding",
              nearest: Suggestion.nearest(to: name.text, in: Finding.Code.allCases.map(\.rawValue)))
          }),
        .text("reason", \.reason),
        .member(
          "until",
          read: { reader, members throws(JSONFault) in
            let day = try PlacedText(&reader)
            members.until = endOfDay(day.text) ?? Units.rfc3339Instant(day.text)
            if members.until == nil { throw day.refused("'\(day.text)' is not a date such as 2027-03-31") }
          }),
      ],
      lack: { members, _ in
        guard let name = members.name else { return "'code' is missing" }
        return members.reason.allSatisfy { $0 == " " }
          ? "'reason' is missing: say why \(name) is meant to be" : nil
      })

    private var name: String? { code?.rawValue ?? former?.code }

    /// The last second of a day in UTC.
    private static func endOfDay(_ text: String) -> Instant? {
      text.utf8.count == 10 ? Units.rfc3339Instant(text + "T23:59:59Z") : nil
    }
  }
}
