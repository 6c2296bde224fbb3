extension Finding.Code {
  static let cacheGroupsInvalid = Self(
    "cache-groups-invalid", .warning, "RFC 9875 §2, §3",
    "Cache-Groups or Cache-Group-Invalidation is no list of strings and counts as absent",
    shown: .style("Cache-Control: max-age=600", "Cache-Groups: (\"a\")"))
}

/// Checks Cache-Groups and Cache-Group-Invalidation (RFC 9875).
///
/// A single syntax error makes caches ignore the whole field (RFC 9651 §4.2).
enum CacheGroupsFindings: FindingFamily {
  static let codes: [Finding.Code] = [.cacheGroupsInvalid]

  static func find(in facts: Facts) -> [Finding] {
    var findings: [Finding] = []
    for field in [KnownField.cacheGroups, .cacheGroupInvalidation] {
      guard let text = facts.head.combined(field), StructuredField.strings(text) == nil else {
        continue
      }
      let mended = mended(text)
      findings.add(
        .cacheGroupsInvalid, field: field.name, value: text,
        "\(field.name) has to be a list of strings, each in quotes; this one counts as absent.",
        advice: mended == nil
          ? "Leave \(field.name) out, or write each name in quotes, with commas between them." : nil,
        line: mended.map { AdvisedLine(setting: field.name, $0) } ?? AdvisedLine(leavingOut: field.name))
    }
    return findings
  }

  /// The field value with each group name put in quotes, those of an inner list, too; nil if the result is not a valid list.
  private static func mended(_ text: String) -> String? {
    let members =
      text.contains("(") ? text.split { "(), ".contains($0) }.map(String.init) : ListSyntax.members(of: text)
    let names = members.map { $0.hasPrefix("\"") ? $0 : "\"\($0)\"" }
    let line = names.joined(separator: ", ")
    return StructuredField.strings(line) == nil ? nil : line
  }
}
