/// How many transfers each host has, so that none is begun that would have to wait for a connection.
struct HostLimits {
  private var counts: [String: Int] = [:]
  /// Hosts that carry many transfers on one connection (RFC 9113 §5).
  private var multiplexing: Set<String> = []

  /// Whether a transfer would get a connection.
  func mayBegin(_ host: String, limit: Int) -> Bool {
    counts[host, default: 0] < limit || multiplexing.contains(host)
  }

  /// Notes that a transfer has begun.
  mutating func began(_ host: String) { counts[host, default: 0] += 1 }

  /// Notes that a transfer has ended.
  mutating func ended(_ host: String, isMultiplexed: Bool) {
    counts[host, default: 1] -= 1
    if isMultiplexed { multiplexing.insert(host) }
  }

  /// Notes that all of them have.
  mutating func endAll() { counts = [:] }

  /// Scheme, host and port of a URL.
  static func host(of url: String) -> String {
    var url = url
    let length = url.withUTF8 { bytes in
      guard let colon = bytes.firstIndex(of: 0x3A) else { return bytes.count }
      var end = min(colon + 3, bytes.count)
      while end < bytes.count, bytes[end] != 0x2F, bytes[end] != 0x3F { end += 1 }
      return end
    }
    return String(decoding: url.utf8.prefix(length), as: UTF8.self)
  }
}
