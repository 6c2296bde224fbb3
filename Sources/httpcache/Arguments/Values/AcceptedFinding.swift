import HTTPCacheCore

/// A finding that an entry of an expectation file accepts.
struct AcceptedFinding: Equatable, Sendable {
  let code: Finding.Code
  let reason: String

  /// Until when the finding is accepted: a time, or the end of a day in UTC; nil for ever.
  let until: Instant?

  /// The line of the file on which it begins, from 1.
  let line: Int

  /// Reads `{"code": …, "reason": …, "until": …}`; nil for a code that is no finding any more, which is added to `former`.
  init?(_ reader: inout JSONReader, former: inout [FormerCode]) throws(JSONFault) {
    let start = try reader.nextPlace()
    var code: Finding.Code?
    var gone: FormerCode?
    var reason = ""
    var until: Instant?
    try reader.object { reader, name throws(JSONFault) in
      let place = try reader.nextPlace()
      switch name {
      case "code":
        let text = try reader.string()
        (code, gone) = (Finding.Code(rawValue: text), FormerCode(text))
        guard code != nil || gone != nil else {
          let near = Suggestion.nearest(to: text, in: Finding.Code.allCases.map(\.rawValue))
          throw ExpectationFile.refusal("'\(text)' is not a finding", nearest: near, place)
        }
      case "reason": reason = try reader.string()
      case "until":
        let text = try reader.string()
        until = Self.endOfDay(text) ?? Units.rfc3339Instant(text)
        guard until != nil else {
          throw ExpectationFile.refusal("'\(text)' is not a date such as 2027-03-31", place)
        }
      default:
        throw ExpectationFile.unknownKey(name, of: ["code", "reason", "until"], reader.namePlace)
      }
    }
    guard let name = code?.rawValue ?? gone?.code else {
      throw ExpectationFile.refusal("'code' is missing", start)
    }
    guard reason.contains(where: { $0 != " " }) else {
      throw ExpectationFile.refusal("'reason' is missing: say why \(name) is meant to be", start)
    }
    if let gone { former.append(gone) }
    guard let code else { return nil }
    (self.code, self.reason, self.until, line) = (code, reason, until, start.line)
  }

  /// The last second of a day in UTC.
  private static func endOfDay(_ text: String) -> Instant? {
    text.utf8.count == 10 ? Units.rfc3339Instant(text + "T23:59:59Z") : nil
  }
}
