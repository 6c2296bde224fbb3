extension Finding.Code {
  static let clearSiteDataInvalid = Self(
    "clear-site-data-invalid", .warning, "Clear Site Data §3.1",
    "a type in Clear-Site-Data is none that browsers know",
    shown: .example("> GET /logout", "Cache-Control: no-store", "Clear-Site-Data: cache"))
  static let clearSiteDataSupport = Self(
    "clear-site-data-support", .info, "Clear Site Data §3.1",
    "browsers clear their caches in different ways",
    shown: .example("> GET /logout", "Cache-Control: no-store", "Clear-Site-Data: \"cache\""),
    harm: .downloads(sparedBy: .keptCache))
}

/// Checks Clear-Site-Data, and which browsers obey it (Clear Site Data §3.1).
enum ClearSiteDataFindings: FindingFamily {
  static let codes: [Finding.Code] = [.clearSiteDataInvalid, .clearSiteDataSupport]

  /// The types of the specification, and those that Chromium added for what it loads ahead.
  private static let types = [
    "cache", "cookies", "storage", "executionContexts", "clientHints", "prefetchCache", "prerenderCache", "*",
  ]

  static func find(in facts: Facts) -> [Finding] { finding(facts).listed }

  private static func finding(_ facts: Facts) -> Finding? {
    guard facts.head.has(.clearSiteData) else { return nil }
    let members = facts.head.fields.members("Clear-Site-Data")
    let value = members.joined(separator: ", ")
    let known = Set(types.map { "\"\($0)\"" })
    if let first = members.first(where: { !known.contains($0) }) {
      let mended = members.map { member in
        known.first {
          $0.equalsIgnoringASCIICase(member) || $0.dropFirst().dropLast().equalsIgnoringASCIICase(member)
        }
          ?? member
      }
      let isMended = mended.allSatisfy(known.contains)
      let cause =
        !first.hasPrefix("\"")
        ? "has no quotes, and browsers pass over a type without them"
        : isMended
          ? "is spelt in another case, and browsers compare types by case"
          : "is none of the types that browsers know, and they pass over it"
      return Finding(
        .clearSiteDataInvalid, field: "Clear-Site-Data", value: value,
        "\(first.asCode) \(cause): nothing is cleared by it.",
        advice: isMended ? nil : "The types are \(types.map { "`\"\($0)\"`" }.asList).",
        line: isMended ? AdvisedLine(setting: "Clear-Site-Data", mended.joined(separator: ", ")) : nil)
    }
    guard Invalidation.clearsOrigin(facts.request.target, facts.head) else { return nil }
    let measured =
      "Chromium 156 and Firefox 153 empty their caches of this origin and keep nothing of this answer; in a Chromium that goes on"
      + " running, its memory still answers. WebKitGTK 2.50.6 does nothing."
    guard facts.kind == .page, facts.request.method == "GET", facts.head.status == 200 else {
      return support(facts, nil, measured)
    }
    let bytes = facts.context.clearedBytes
    let loaded =
      bytes > 0 ? "loads \(bytes.asSize) of this origin anew" : "loads the files of this origin anew"
    return support(
      facts, bytes > 0 ? .warning : nil,
      "\(measured) This is a page: each later visit \(loaded), and the page itself.",
      advice: "Send it with the answer that ends a session, and not with pages.")
  }

  private static func support(
    _ facts: Facts, _ severity: Finding.Severity?, _ explanation: String, advice: String? = nil
  ) -> Finding {
    Finding(
      .clearSiteDataSupport, severity: severity, field: "Clear-Site-Data",
      value: facts.head.combined(.clearSiteData), explanation, advice: advice)
  }
}
