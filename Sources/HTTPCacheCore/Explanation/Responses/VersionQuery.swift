/// A version in a query, as in `?v=12`, `?ver=6.4.2`, `?id=68b329da9893e34099c7` or `?1698765432`.
enum VersionQuery {
  /// The names under which programs send a version.
  private static let versions: Set = ["v", "ver", "version", "hash", "rev", "vsn", "build"]

  /// The names under which programs send a time, of the file or of the request.
  private static let times: Set = ["_", "t", "ts"]

  /// The names under which programs send what makes each request another: a time, a count, a random number.
  private static let busters: Set = ["cb"]

  /// The names under which JSONP sends the name of a function.
  private static let callbacks: Set = ["callback", "jsonp", "jsoncallback", "jsonpcallback"]

  /// Whether the query names a function that the answer is to call.
  static func namesCallback(_ query: String?) -> Bool {
    (query?.utf8.split(separator: 0x26) ?? []).contains { pair in
      let name = pair.split(separator: 0x3D, maxSplits: 1, omittingEmptySubsequences: false)[0]
      return callbacks.contains(String(Substring(name)).asciiLowercased)
    }
  }

  /// Finds the version; nil if there is none, as where a number is the time of the request.
  static func version(in query: String?, of kind: NamedFile.Kind, sentAt: Instant?) -> URLVersion? {
    var doubtful: URLVersion?
    for pair in query?.utf8.split(separator: 0x26) ?? [] {
      let parts = pair.split(separator: 0x3D, maxSplits: 1)
      guard let value = parts.last.map({ Array($0)[...] }), !value.isTime(near: sentAt) else { continue }
      let name = parts.count > 1 ? String(Substring(parts[0])).asciiLowercased : nil
      guard var isCertain = isCertain(value, name) else { continue }
      // Today's date may be written into each request.
      if name.map(busters.contains) == true, sentAt.map({ value.isDay(near: $0) }) ?? true {
        isCertain = false
      }
      // A time of the same day may be that of the request, by another clock or of a page that has long been open.
      if name.map(times.contains) == true, sentAt == nil || value.isTime(near: sentAt, within: 86_400) {
        isCertain = false
      }
      let version = URLVersion(
        form: .query, place: 0..<0, text: String(decoding: value, as: UTF8.self),
        isCertain: isCertain && kind == .code)
      if version.isCertain { return version }
      if doubtful == nil { doubtful = version }
    }
    return doubtful
  }

  /// Whether a value under a name is a version for sure; nil if it is none.
  private static func isCertain(_ value: ArraySlice<UInt8>, _ name: String?) -> Bool? {
    let isNumber = value.allSatisfy(\.isDigit)
    guard value.contains(where: \.isDigit) || value.count >= 20 && !value.isPlain else { return nil }
    switch name {
    case nil: return value.isHexadecimal && value.count >= 8 || isNumber && value.count == 10
    case let name? where versions.contains(name): return !value.isRandomFraction
    case let name? where busters.contains(name):
      guard isNumber else { return nil }
      return value.count == 8 && value.isDate ? true : value.count >= 10 ? false : nil
    case let name? where times.contains(name): return isNumber && value.count >= 10 ? true : nil
    // Laravel Mix writes twenty digits, and its older versions all 32 of an MD5 sum.
    case "id": return value.isHexadecimal && [20, 32].contains(value.count) ? true : nil
    // A height is a number.
    case "h":
      return value.count >= 6 && (value.isHexadecimal || value.isBase64 && !value.isPlain) ? true : nil
    default:
      let isHash = value.isHexadecimal && value.count >= 7 || value.count >= 16 && !value.isPlain
      return isHash || isNumber && value.isRecentTime ? false : nil
    }
  }
}
