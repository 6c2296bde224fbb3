import HTTPCacheCore

/// The options of `trim`, understood.
struct TrimOptions: Equatable, Sendable {
  /// What goes in any case; nil where only the limits count.
  let selection: EntrySelection?

  /// How large the store may be afterwards, in bytes.
  let bytes: Int64?

  /// How many responses may be left.
  let entries: Int64?

  let isDryRun: Bool

  /// SQLite takes no pattern of over 50,000 bytes, and the brackets of an IPv6 address are written with two more.
  private static let urlPatternLimit = 49_152

  /// Reads the options.
  ///
  /// - Parameters:
  ///   - arguments: of `trim`.
  ///   - global: the capacity is the limit where nothing is asked for; the role says what is stale.
  ///   - now: what durations count from.
  /// - Throws: the first thing that cannot be understood.
  init(_ arguments: ParsedArguments, global: GlobalOptions, now: Instant) throws(UsageError) {
    try arguments.refuseOperands()
    var selection = EntrySelection()
    selection.role = global.role
    selection.cachedBefore = try arguments.value(.olderThan, as: .durationWithUnit).map { now + -$0 }
    selection.cachedAfter = try arguments.value(.newerThan, as: .durationWithUnit).map { now + -$0 }
    selection.unusedSince = try arguments.value(.unusedFor, as: .durationWithUnit).map { now + -$0 }
    if arguments.has(.stale) { selection.staleAt = now }
    selection.host = try arguments.value(.host, as: .host)
    if let length = try arguments.value(.url, as: .anyText)?.utf8.count, length > Self.urlPatternLimit {
      throw UsageError("--url: a pattern of \(length) bytes; it may have \(Self.urlPatternLimit)")
    }
    selection.urlPattern = try arguments.value(.url, as: .urlPattern)
    selection.status = try arguments.value(.status, as: .count(100...999))
    self.selection = selection.isRestricted || arguments.has(.all) ? selection : nil
    entries = try arguments.value(.maxEntries, as: .count(0...Int.max)).map { Int64($0) }
    let size = try arguments.value(.to, as: .sizeWithUnit)
    bytes = size ?? (self.selection == nil && entries == nil ? global.capacity : nil)
    isDryRun = arguments.has(.dryRun)
  }
}

extension ParsedArguments {
  /// Refuses what is no option, for a subcommand that takes nothing else.
  func refuseOperands() throws(UsageError) {
    guard let operand = operands.first else { return }
    throw UsageError(
      "\(command.rawValue) takes no argument: \(operand)", hint: "httpcache \(command.rawValue) --help")
  }
}

extension ValueForm where Value == Int64 {
  /// A size with its unit: what is removed in error is gone.
  fileprivate static var sizeWithUnit: Self {
    .init("a size with its unit", hint: "such as 500M: units are B, K, M and G") { text in
      Units.hasUnit(text) ? Units.size(text) : nil
    }
  }

  /// A duration with its unit.
  fileprivate static var durationWithUnit: Self {
    .init("a duration with its unit", hint: "such as 30d: units are s, m, h, d and y") { text in
      Units.hasUnit(text) ? Units.duration(text) : nil
    }
  }
}

extension ValueForm where Value == String {
  /// A host as it stands in a URL, in lower case.
  static var host: Self {
    .init("a host", hint: "such as example.com, without scheme and port") { text in
      let isOne = !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != 0x2F }
      let hasPort = text.contains(":") && !text.hasPrefix("[")
      return isOne && !hasPort ? text.asciiLowercased : nil
    }
  }

  /// Text that is looked at before it is read as anything.
  fileprivate static var anyText: Self { .init("text") { $0 } }

  /// A URL with wildcards; one without any is normalised as stored URLs are.
  static var urlPattern: Self {
    .init("a URL or a pattern", hint: "such as 'https://example.com/*.css'") { text in
      guard !text.isEmpty else { return nil }
      guard !text.contains(where: { "*?[".contains($0) }) else { return text }
      do throws(UsageError) { return try URLArgument.read(text).normalized } catch { return nil }
    }
  }
}
