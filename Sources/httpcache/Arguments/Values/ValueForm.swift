import HTTPCacheCore

/// Reads the value of an option or an environment variable, with the noun for it in errors.
struct ValueForm<Value>: Sendable {
  /// The noun in the error "'5X' is not a size".
  let noun: String

  /// Makes the hint that describes a valid value; called only for an error.
  private let makeHint: @Sendable () -> String?

  /// The values of a closed set, from which the nearest is suggested.
  let choices: [String]

  /// Whether errors show the value; false if it may hold a credential.
  let isShown: Bool

  /// Reads a value; returns nil if the text is not a valid one.
  let parse: @Sendable (String) -> Value?

  init(
    _ noun: String, hint: @escaping @Sendable @autoclosure () -> String? = nil, choices: [String] = [],
    isShown: Bool = true,
    _ parse: @escaping @Sendable (String) -> Value?
  ) {
    self.noun = noun
    makeHint = hint
    self.choices = choices
    self.isShown = isShown
    self.parse = parse
  }

  /// Reads a value; errors name `source`, an option as the user spelled it or a variable with its `$`.
  func read(_ text: String, from source: String) throws(UsageError) -> Value {
    guard let value = parse(text) else {
      let near = Suggestion.hint(for: text, in: choices)
      throw UsageError(
        "\(source): \(isShown ? "'\(text)'" : "the value") is not \(noun)", hint: near ?? makeHint())
    }
    return value
  }
}

extension ValueForm where Value == Int64 {
  static var size: Self { .init("a size", hint: "sizes read 10, 10K, 10M, 10G") { Units.size($0) } }
  static var duration: Self {
    .init("a duration", hint: "durations read 90, 90s, 15m, 12h, 7d, 1y") { Units.duration($0) }
  }
}

extension ValueForm where Value == SizeOrShare {
  static var sizeOrShare: Self {
    .init("a size or a share", hint: "such as 64M or 5%") { text in
      Units.percentage(text).map(SizeOrShare.percent) ?? Units.size(text).map(SizeOrShare.bytes)
    }
  }
}

extension ValueForm where Value == Int {
  /// A whole number within bounds.
  static func count(_ bounds: ClosedRange<Int>) -> Self {
    .init("a whole number from \(bounds.lowerBound) to \(bounds.upperBound)") { text in
      Units.wholeNumber(text).flatMap { Int(exactly: $0) }.flatMap { bounds.contains($0) ? $0 : nil }
    }
  }
}

extension ValueForm where Value == Double {
  static var seconds: Self {
    .init("a number of seconds", hint: "such as 5 or 0.5") { Units.decimalSeconds($0) }
  }
}

extension ValueForm where Value == InputSource {
  static var input: Self { .init("a path") { $0.isEmpty ? nil : InputSource(path: $0) } }
}

extension ValueForm where Value == Instant {
  /// A time as `--at` takes it.
  static func time(now: Instant) -> Self {
    .init("a time", hint: "such as 2026-01-12T16:45:57Z, an HTTP-date, +1h or -7d") {
      Units.time($0, now: now)
    }
  }
}

extension ValueForm where Value == Bool {
  /// An environment variable that turns something on.
  static var `switch`: Self {
    .init("1 or 0") { text in
      switch text {
      case "1": true
      case "0": false
      default: nil
      }
    }
  }
}

extension ValueForm where Value == String {
  /// Takes a text as it is, if it meets a condition.
  init(
    _ noun: String, hint: String? = nil, isShown: Bool = true,
    if isValid: @escaping @Sendable (String) -> Bool
  ) {
    self.init(noun, hint: hint, isShown: isShown) { text in isValid(text) ? text : nil }
  }

  /// Any text.
  static var text: Self { .init("a text") { $0 } }

  /// The path of a file or directory.
  static var path: Self { .init("a path") { !$0.isEmpty && !$0.utf8.contains(0) } }

  /// A token, as methods and field names are (RFC 9110 §5.6.2).
  static func token(_ noun: String) -> Self { .init(noun, if: \.isToken) }

  /// Text that is allowed in a field value.
  static var fieldText: Self {
    .init("a field value", hint: "line breaks and NUL cannot be sent", isShown: false, if: \.isFieldText)
  }
}

extension ValueForm where Value: Choice {
  /// One of a closed set.
  static func choice(_ noun: String) -> Self {
    .init(noun, hint: "one of \(Value.spellings.joined(separator: ", "))", choices: Value.spellings) {
      Value(rawValue: $0)
    }
  }
}

extension String {
  /// Whether a field value may have the text: line breaks and NUL cannot be sent.
  var isFieldText: Bool { !utf8.contains { $0 == 0x0D || $0 == 0x0A || $0 == 0 } }

  /// Whether no byte is white space or a control character, as in a URL or the name of a host.
  var isWithoutSpace: Bool { utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } }

  /// The values between the commas of a text; nil if one of them can't be read.
  func list<Value>(of read: (String) -> Value?) -> [Value]? {
    let values = split(separator: ",", omittingEmptySubsequences: false).map { read(String($0)) }
    return values.contains { $0 == nil } ? nil : values.compactMap(\.self)
  }
}
