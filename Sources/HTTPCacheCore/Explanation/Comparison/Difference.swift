extension Finding.Code {
  static let differsStatus = Self(
    "differs-status", .warning, "RFC 9110 §15",
    "the other deployment, or the other log, has another status for the same request",
    shown: .pair(
      [found], ["HTTP/1.1 404 Not Found"],
      "Once the other deployment goes live, the URL is answered otherwise."),
    isDifference: true)
  static let differsLocation = Self(
    "differs-location", .warning, "RFC 9110 §10.2.2",
    "the redirect of the other deployment, or of the other log, leads elsewhere",
    shown: .pair(
      ["HTTP/1.1 301 Moved Permanently", "Location: /a"], ["HTTP/1.1 301 Moved Permanently", "Location: /b"],
      "Once the other deployment goes live, the redirect leads elsewhere, and caches may keep either target."),
    isDifference: true)
  package static let differsContent = Self(
    "differs-content", .warning, "RFC 9110 §8.8",
    "the other deployment has other content under the same URL",
    shown: .pair(
      [found, "(one content)"], [found, "(other content)"],
      "One of the two is old, or is not built from the same sources."),
    isDifference: true)
  static let differsStoring = Self(
    "differs-storing", .warning, "RFC 9111 §3",
    "of two deployments, or of two logs, one lets its answer be stored and the other does not",
    shown: .pair(
      [found, "Cache-Control: max-age=600"], [found, "Cache-Control: no-store"],
      "Once the other deployment goes live, caches begin or cease to keep the response."),
    isDifference: true)
  static let differsLifetime = Self(
    "differs-lifetime", .warning, "RFC 9111 §4.2.1",
    "the answer of the other deployment, or of the other log, is fresh for another time",
    shown: .pair(
      [found, "Cache-Control: max-age=600"], [found, "Cache-Control: max-age=60"],
      "Once the other deployment goes live, caches ask the origin more often, or keep old content for longer."
    ),
    isDifference: true)
  static let differsReuse = Self(
    "differs-reuse", .warning, "RFC 9111 §4",
    "of two deployments, or of two logs, one has its answer reused without asking and the other does not",
    shown: .pair(
      [found, "Cache-Control: max-age=600"], [found, "Cache-Control: max-age=600, no-cache"],
      "Once the other deployment goes live, each use asks the origin, or none does any more."),
    isDifference: true)
  static let differsValidators = Self(
    "differs-validators", .warning, "RFC 9110 §8.8",
    "the other deployment, or the other log, has validators of another kind",
    shown: .pair(
      [found, "ETag: \"1\""], [found, "ETag: W/\"1\""],
      "What one deployment confirms by a 304, the other may send in whole."),
    isDifference: true)
  static let differsDirectives = Self(
    "differs-directives", .warning, "RFC 9111 §5.2.2",
    "the other deployment, or the other log, has other directives",
    shown: .pair(
      [found, "Cache-Control: max-age=600"], [found, "Cache-Control: max-age=600, must-revalidate"],
      "Once the other deployment goes live, caches go by other rules."),
    isDifference: true)
  static let differsVary = Self(
    "differs-vary", .warning, "RFC 9111 §4.1",
    "the other deployment, or the other log, selects variants by other fields",
    shown: .pair(
      [found, "Vary: Accept-Encoding"], [found],
      "Caches keep the variants of one deployment apart, and give one of the other's to everyone."),
    isDifference: true)

  private static let found = "HTTP/1.1 200 OK"
}

/// A part of a verdict that differs between two answers, in meaning and not only in text.
package struct Difference: Sendable, Hashable {
  package enum Part: String, Sendable, CaseIterable {
    case status
    /// The target of a redirect, relative to its own origin.
    case location
    case storable
    /// Whether the next request is answered without asking the origin.
    case reusable
    case lifetime
    /// The kinds of validators; their values differ between machines.
    case validators
    /// The names in Vary, in any order.
    case vary
    /// The directives of Cache-Control and of targeted fields, in any order.
    case directives
    /// The content, without its coding.
    case content
  }

  package let part: Part

  /// The part in the judged response and in the other one, in words.
  package let here, there: String

  /// Whether it is another kind of answer, such as an error in place of a page: a status of another class.
  let isOfOtherClass: Bool

  init(_ part: Part, here: String, there: String, isOfOtherClass: Bool = false) {
    (self.part, self.here, self.there, self.isOfOtherClass) = (part, here, there, isOfOtherClass)
  }

  /// The finding about the difference, with both sides in words; `place` names the other response's place.
  ///
  /// `cause` says why, and what to do about it.
  func finding(_ place: String, by cause: RaisedLifetime? = nil) -> Finding {
    Finding(
      part.code, severity: severity, field: part.field,
      "\(part.noun): \(here) here, \(there) \(place)." + (cause.map { " \($0.sentence)" } ?? ""),
      advice: cause?.advice)
  }

  private var severity: Finding.Severity? { isOfOtherClass ? .error : nil }
}

extension Finding.Code.Shown {
  /// What two deployments, or two logs, answer to one request.
  fileprivate static func pair(_ here: [String], _ there: [String], _ consequence: String) -> Self {
    .observed(
      ["> GET https://a.test/app.css"] + here + ["> GET https://b.test/app.css"] + there,
      consequence: consequence,
      write: "Send what the deployment that is right sends; `accept` a difference that is meant.")
  }
}

extension Difference.Part {
  fileprivate var code: Finding.Code {
    switch self {
    case .status: .differsStatus
    case .location: .differsLocation
    case .storable: .differsStoring
    case .reusable: .differsReuse
    case .lifetime: .differsLifetime
    case .validators: .differsValidators
    case .vary: .differsVary
    case .directives: .differsDirectives
    case .content: .differsContent
    }
  }

  fileprivate var field: String? {
    switch self {
    case .location: "Location"
    case .vary: "Vary"
    case .directives: "Cache-Control"
    case .status, .storable, .reusable, .lifetime, .validators, .content: nil
    }
  }

  fileprivate var noun: String {
    switch self {
    case .status: "The status differs"
    case .location: "The redirect leads elsewhere"
    case .storable: "Storing differs"
    case .reusable: "Reuse differs"
    case .lifetime: "The lifetime differs"
    case .validators: "The validators are of another kind"
    case .vary: "The fields that select a variant differ"
    case .directives: "The directives differ"
    case .content: "The content differs"
    }
  }
}
