import HTTPCacheCore

/// What a configuration file says: `name = value` lines, and below `[origin]` header fields for that origin.
///
/// ```
/// # a comment
/// capacity = 2G
/// [https://api.example.com]
/// Authorization: Bearer …
/// ```
struct ConfigurationFile: Equatable, Sendable {
  /// The values, by the option that they stand for.
  private(set) var values: [OptionName: Defaults.Value] = [:]

  /// Header fields by origin, in the order of the file.
  private(set) var originFields: [String: [FieldLine]] = [:]

  /// Where each header field stands, in the order of the file.
  private(set) var fieldPlaces: [(origin: String, field: FieldLine, source: String)] = []

  static func == (left: Self, right: Self) -> Bool {
    left.values == right.values && left.originFields == right.originFields
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - lines: without white space around them.
  ///   - path: of the file, for messages.
  ///   - home: what a `~` at the beginning of a path stands for.
  /// - Throws: the first line that cannot be understood.
  init(_ lines: [String], path: String, home: String?) throws(UsageError) {
    var origin: String?
    for (index, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
      let source = "\(path):\(index + 1)"
      if line.hasPrefix("[") {
        origin = try Self.origin(line, source: source)
      } else if let origin {
        try addField(line, origin: origin, source: source)
      } else {
        try addValue(line, source: source, home: home)
      }
    }
  }

  private mutating func addValue(_ line: String, source: String, home: String?) throws(UsageError) {
    let key = line.prefix { $0 != "=" }
    guard key.endIndex != line.endIndex else {
      throw UsageError("\(source): not NAME = VALUE", hint: "such as capacity = 2G")
    }
    let name = Self.trimmed(key)
    var text = Self.trimmed(line[key.endIndex...].dropFirst())
    guard let option = ConfigurationKey.names.first(where: { $0.rawValue == name }) else {
      let names = ConfigurationKey.names.map(\.rawValue)
      let near = Suggestion.nearest(to: name, in: names).map { "did you mean \($0)?" }
      throw UsageError(
        "\(source): unknown name \(name)", hint: near ?? "the names are \(names.joined(separator: ", "))")
    }
    if option == .cacheDir {
      if let home, text.hasPrefix("~/") { text = home + text.dropFirst() }
      guard text.hasPrefix("/") else {
        throw UsageError("\(source): '\(text)' is not a path from / or ~/")
      }
    }
    try ConfigurationKey.check(option, text, source: source)
    values[option] = Defaults.Value(text: text, source: source)
  }

  private mutating func addField(_ line: String, origin: String, source: String) throws(UsageError) {
    guard case .field(let field) = try FieldArgument(line, from: source) else {
      throw UsageError("\(source): a header field without a value")
    }
    originFields[origin, default: []].append(field)
    fieldPlaces.append((origin, field, source))
  }

  /// Reads `[https://host:port]`; a host alone means https.
  private static func origin(_ line: String, source: String) throws(UsageError) -> String {
    let hint = "such as [https://api.example.com]"
    guard line.hasSuffix("]") else { throw UsageError("\(source): not [ORIGIN]", hint: hint) }
    let text = trimmed(line.dropFirst().dropLast())
    do {
      let target = try TargetURI(text.contains("://") ? text : "https://\(text)")
      guard target.absolute == target.origin + "/", target.userInfo == nil, !text.isEmpty else {
        throw UsageError("\(source): an origin has no path and no user", hint: hint)
      }
      return target.origin
    } catch let error as UsageError {
      throw error
    } catch {
      throw UsageError("\(source): '\(URLArgument.withoutUserInfo(text))' is not an origin", hint: hint)
    }
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    let isSpace = { (character: Character) in character == " " || character == "\t" }
    return String(text.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }
}
