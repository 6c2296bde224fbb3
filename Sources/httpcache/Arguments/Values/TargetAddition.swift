import HTTPCacheCore

/// Adds text that options append to a URL.
enum TargetAddition {
  /// Adds the data of `--data` to the query of each URL, as `--get` says.
  ///
  /// A byte that no query may hold is percent-encoded.
  static func add(query data: [UInt8], to targets: [TargetURI]) throws(UsageError) -> [TargetURI] {
    let query = data.reduce(into: [UInt8]()) { encoded, byte in
      if byte > 0x20, byte < 0x7F, !"\"#<>\\^`{|}".utf8.contains(byte) {
        encoded.append(byte)
      } else {
        encoded += byte.percentEncoded
      }
    }
    return try targets.map { target throws(UsageError) in
      try add((target.query == nil ? "?" : "&").utf8 + query, to: target)
    }
  }

  /// Adds the name of the file of `--upload-file` to the path of each URL that ends with a slash, as curl does.
  static func add(fileName path: String, to targets: [TargetURI]) throws(UsageError) -> [TargetURI] {
    let isSeparator = { (byte: UInt8) in byte == 0x2F || byte == 0x5C }
    let name = path.originalBytes.split(omittingEmptySubsequences: false, whereSeparator: isSeparator).last
    return try targets.map { target throws(UsageError) in
      guard target.path.utf8.last == 0x2F, let name else { return target }
      return try add(name.percentEncoded, to: target, beforeQuery: true)
    }
  }

  private static func add(
    _ text: [UInt8], to target: TargetURI, beforeQuery: Bool = false
  ) throws(UsageError) -> TargetURI {
    let rest = target.absolute.utf8.dropFirst(target.scheme.utf8.count + "://".utf8.count)
    let end = beforeQuery ? target.query.map { 1 + $0.utf8.count } ?? 0 : 0
    let bytes = Array(rest.dropLast(end)) + text + rest.suffix(end)
    let user = target.userInfo.map { "\($0)@" } ?? ""
    return try URLArgument.read("\(target.scheme)://\(user)\(String(decoding: bytes, as: UTF8.self))")
  }
}
