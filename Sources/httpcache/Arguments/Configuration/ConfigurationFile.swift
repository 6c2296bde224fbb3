import CSystem
import HTTPCacheCore

/// The content of a configuration file.
///
/// Lines `name = value` set options. Below a line `[origin]` stand header fields for requests to this origin.
///
/// ```
/// # a comment
/// capacity = 2G
/// [https://api.example.com]
/// Authorization: Bearer …
/// ```
struct ConfigurationFile: Equatable, Sendable {
  /// The values by the names of their options.
  private(set) var values: [String: Given] = [:]

  /// Header fields by origin, in the order of the file.
  private(set) var originFields: [String: [FieldLine]] = [:]

  /// The fields for the remote cache, from the section `[remote]`.
  private(set) var remoteFields: [FieldLine] = []

  /// Each header field with its section and its `path:line`, in the order of the file.
  private(set) var fieldPlaces: [(origin: String, field: FieldLine, source: String)] = []

  static func == (left: Self, right: Self) -> Bool {
    left.values == right.values && left.originFields == right.originFields
      && left.remoteFields == right.remoteFields
  }

  /// Reads the text of a file; `home` replaces a `~` at the beginning of a path.
  init(_ text: [UInt8], path: String, home: String?) throws(UsageError) {
    var origin: String?
    var number = 0
    try text.forEachLine { bytes throws(UsageError) in
      number += 1
      guard let first = bytes.first, first != 0x23 else { return }
      let line = OriginalBytes.text(bytes)
      let source = "\(path):\(number)"
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
    let (key, value) = line.cut(at: "=")
    guard let value else {
      throw UsageError("\(source): not NAME = VALUE", hint: "such as capacity = 2G")
    }
    let name = Self.trimmed(key)
    var text = Self.trimmed(value)
    let configurable = OptionTable.configurable
    guard let option = configurable.first(where: { $0.name == name }) else {
      let names = configurable.map(\.name)
      throw UsageError(
        "\(source): unknown name \(name)",
        hint: Suggestion.hint(for: name, in: names) ?? "the names are \(names.joined(separator: ", "))")
    }
    if option.valueKind == .file || option.valueKind == .directory, !text.hasPrefix("sha256//") {
      if let home, text.hasPrefix("~/") { text = home + text.dropFirst() }
      guard text.hasPrefix("/") else {
        throw UsageError("\(source): '\(text)' is not a path from / or ~/")
      }
    }
    let given = Given(option: option, spelling: source, value: text, isDefault: true)
    try Options.check(given)
    values[name] = given
  }

  private mutating func addField(_ line: String, origin: String, source: String) throws(UsageError) {
    guard case .field(let field) = try FieldArgument(line, from: source) else {
      throw UsageError("\(source): a header field without a value")
    }
    if origin == Self.remoteSection {
      remoteFields.append(field)
    } else {
      originFields[origin, default: []].append(field)
    }
    fieldPlaces.append((origin, field, source))
  }

  /// The section of the fields for the remote cache.
  private static let remoteSection = "remote"

  /// Reads an origin in brackets, such as `[https://host:port]`.
  ///
  /// A host without a scheme means https; `[remote]` is the section of the remote cache.
  private static func origin(_ line: String, source: String) throws(UsageError) -> String {
    if line == "[\(remoteSection)]" { return remoteSection }
    let hint = "such as [https://api.example.com]"
    guard line.hasSuffix("]") else { throw UsageError("\(source): not [ORIGIN]", hint: hint) }
    let text = trimmed(line.dropFirst().dropLast())
    do {
      let target = try TargetURI(text.holds("://") ? text : "https://\(text)").withCanonicalHost
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
    String(String(text)[...].unicodeScalars.trimming(\.isBlank))
  }
}

extension ConfigurationFile {
  /// The path of the file, even if the file does not exist; nil if neither `$XDG_CONFIG_HOME` nor `$HOME`
  /// gives one.
  static func path(environment: ProcessEnvironment) -> String? {
    environment.directory("XDG_CONFIG_HOME", orBelowHome: ".config").map { "\($0)/config" }
  }

  /// Reads the file; nil if the file does not exist.
  ///
  /// A run without the file makes a single call of `open`.
  ///
  /// - Throws: an error if the program can't read or understand the file, or if other users can access a file
  ///   with header fields.
  static func read(environment: ProcessEnvironment) throws(UsageError) -> Self? {
    guard let path = path(environment: environment) else { return nil }
    let descriptor = open(path.cText, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw UsageError(
        "can't read \(path): \(String(cString: strerror(errno)))", hint: "--no-config goes on without it")
    }
    defer { close(descriptor) }
    let file = try Self(bytes(descriptor, path: path), path: path, home: environment["HOME"])
    if let field = file.fieldPlaces.first, isOpenToOthers(descriptor) {
      throw UsageError(
        "\(field.source): header fields may be credentials, and others can read this file",
        hint: "chmod 600 \(path)")
    }
    return file
  }

  private static func isOpenToOthers(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) != 0 || status.st_mode & 0o077 != 0
  }

  private static func bytes(_ descriptor: Int32, path: String) throws(UsageError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = chunk.withUnsafeMutableBytes { DescriptorIO.read(descriptor, into: $0) }
      if count == 0 { return bytes }
      guard count > 0, bytes.count < 1 << 20 else {
        throw UsageError(
          "can't read \(path): \(count > 0 ? "it is too large" : String(cString: strerror(errno)))",
          hint: "--no-config goes on without it")
      }
      bytes += chunk[..<count]
    }
  }
}
