import HTTPCacheCore

/// The data of `--data`, put into the query of a URL as `--get` says.
enum QueryData {
  /// Adds data to the query of each URL.
  ///
  /// A byte that no query may hold is percent-encoded.
  ///
  /// - Throws: where what comes of it is no URL.
  static func add(_ data: [UInt8], to targets: [TargetURI]) throws(UsageError) -> [TargetURI] {
    let encoded = data.reduce(into: [UInt8]()) { encoded, byte in
      if byte > 0x20, byte < 0x7F, !"\"#<>\\^`{|}".utf8.contains(byte) {
        encoded.append(byte)
      } else {
        encoded += byte.percentEncoded
      }
    }
    let query = String(decoding: encoded, as: UTF8.self)
    var added: [TargetURI] = []
    for target in targets {
      let rest = target.absolute.dropFirst(target.scheme.count + "://".count)
      let user = target.userInfo.map { "\($0)@" } ?? ""
      let mark = target.query == nil ? "?" : "&"
      added.append(try URLArgument.read("\(target.scheme)://\(user)\(rest)\(mark)\(query)"))
    }
    return added
  }
}
