extension Finding.Code {
  static let differs = Self(
    "differs", .warning, "RFC 9111 §4",
    "the other deployment, or the other log, has another answer to the same request")
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

  /// The finding about the difference, with both sides in words; `place` names the other response's place.
  func finding(_ place: String) -> Finding {
    Finding(.differs, field: part.field, "\(part.noun): \(here) here, \(there) \(place).")
  }
}

extension Difference.Part {
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
