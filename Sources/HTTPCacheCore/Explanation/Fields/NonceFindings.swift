extension Finding.Code {
  static let sharedNonce = Self(
    "shared-nonce", .warning, "Content Security Policy §7.1",
    "a shared cache may give everyone a page with the same nonce",
    shown: .example(
      "> GET /", "Content-Type: text/html", "Cache-Control: public, max-age=600", "ETag: \"1\"",
      "Content-Security-Policy: script-src 'nonce-R4nd0m' 'strict-dynamic'"))
}

/// Finds a nonce that a shared cache may give to many users (Content Security Policy Level 3, §7.1): it is to be another one
/// in each answer, since who knows it can have a script run.
enum NonceFindings: FindingFamily {
  static let codes: [Finding.Code] = [.sharedNonce]

  static func find(in facts: Facts) -> [Finding] { finding(facts).listed }

  private static func finding(_ facts: Facts) -> Finding? {
    let nonces = facts.head.nonces
    guard facts.kind == .page, !nonces.isEmpty else { return nil }
    let isOfScripts = nonces.contains { !$0.isOfStyles }
    let (part, verb) = isOfScripts ? ("script", "run") : ("style", "apply")
    let readings = facts.sharedReadings.filter(\.isGivenUnasked)
    guard let longest = readings.max(by: { $0.unaskedSpan < $1.unaskedSpan }) else { return nil }
    return Finding(
      .sharedNonce, field: ContentSecurityPolicy.name,
      value: facts.head.fields.combined(ContentSecurityPolicy.name),
      "The policy lets \(part)s \(verb) by a nonce, and \(facts.cacheName(longest)) may give the page with this nonce to everyone"
        + " for \(formatDuration(longest.unaskedSpan)): who reads the page knows the nonce of all others, and it protects"
        + " nobody from a \(part) that is smuggled in.",
      line: AdvisedLine(
        ControlEdit(isForOneUser: true), in: readings.fieldNames,
        after: ", or allow the \(part)s by their hashes, which may be shared."))
  }
}

/// The syntax of Content-Security-Policy, as far as caches are concerned.
enum ContentSecurityPolicy {
  static let name = "Content-Security-Policy"

  private static let prefix: StaticString = "'nonce-"

  /// A nonce of a policy.
  struct Nonce: Hashable {
    /// The value, as it is written.
    let value: String
    /// Whether it is for styles alone: a nonce of another directive lets scripts run.
    let isOfStyles: Bool
  }

  /// The nonces of a list of policies.
  static func nonces(_ policies: String) -> [Nonce] {
    let policies = Array(policies.utf8)
    // Most policies have none, and are long.
    guard policies.indices.contains(where: { policies[$0] == 0x27 && isNonce(policies[$0...]) }) else {
      return []
    }
    return policies.split { $0 == 0x3B || $0 == 0x2C }.flatMap { directive in
      let words = sources(directive)
      let isOfStyles = words.first?.beginsIgnoringCase(with: styles) == true
      return words.filter(isNonce).map {
        Nonce(
          value: String(decoding: $0.dropFirst(prefix.utf8CodeUnitCount), as: UTF8.self),
          isOfStyles: isOfStyles)
      }
    }
  }

  /// The beginning of `style-src`, `style-src-elem` and `style-src-attr`.
  private static let styles: StaticString = "style-src"

  /// A policy with its directives and sources in lower case, its nonces left out.
  static func withoutNonces(_ policy: String) -> String {
    sources(Array(policy.utf8)[...]).map { source in
      isNonce(source) ? "\(prefix)" : String(decoding: source.map(\.asciiLowercased), as: UTF8.self)
    }.joined(separator: " ")
  }

  private static func isNonce(_ source: ArraySlice<UInt8>) -> Bool {
    source.beginsIgnoringCase(with: prefix)
  }

  /// The words of a policy; a semicolon belongs to the word before it or stands alone.
  private static func sources(_ policy: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    policy.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x3B }
  }
}

extension ResponseHead {
  /// The nonces by which the policies let scripts and styles run.
  var nonces: Set<ContentSecurityPolicy.Nonce> {
    Set(fields.lines(named: ContentSecurityPolicy.name).flatMap { ContentSecurityPolicy.nonces($0.value) })
  }
}
