/// Why a JSON text can't be read, and where.
package struct JSONFault: Error, Equatable {
  /// The kinds of faults.
  package enum Cause: Equatable, Sendable {
    /// Another token is expected, described in words.
    case expected(String)
    /// The text ends within a value.
    case cutShort
    /// Arrays and objects are nested too deeply.
    case tooDeep
    /// The text is in UTF-16 or UTF-32.
    case notUTF8
    /// The source could not be read; the owner of the source knows the cause.
    case unreadable
    /// The value is not allowed here, with the cause in words.
    case refused(String)

    /// The value is not allowed here; `nearest` is the one that may have been meant, if one is near.
    package static func refused(_ why: String, nearest: String?) -> Self {
      .refused(why + (nearest.map { "; did you mean '\($0)'?" } ?? ""))
    }
  }

  package let cause: Cause

  /// The place of the fault.
  package let place: JSONPlace

  package init(_ cause: Cause, at place: JSONPlace) {
    self.cause = cause
    self.place = place
  }

  /// The fault, in words.
  package var message: String {
    switch cause {
    case .expected(let what): "\(what) is expected here"
    case .cutShort: "the text ends within a value"
    case .tooDeep: "values lie more than \(JSONReader.depthLimit) deep in each other"
    case .notUTF8: "the text is not in UTF-8"
    case .unreadable: "it can't be read"
    case .refused(let why): why
    }
  }
}

/// A place in a JSON text.
package struct JSONPlace: Equatable, Sendable {
  /// Counted from 1.
  package let line: Int

  /// The place in the line in bytes, counted from 1.
  package let column: Int

  /// The number of bytes before it.
  package let offset: Int64

  /// Where a text begins.
  package static let start = JSONPlace(line: 1, column: 1, offset: 0)
}
