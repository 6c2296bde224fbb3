/// Counts the transfers of each host, so that no transfer is begun that would have to wait for a connection.
struct HostLimits {
  /// One scheme, host and port.
  final class Host {
    fileprivate let name: String
    /// How many transfers to the host are under way.
    fileprivate(set) var count = 0
    /// Whether it carries many transfers on one connection (RFC 9113 §5).
    fileprivate var isMultiplexing = false

    fileprivate init(_ name: String) { self.name = name }

    fileprivate func isNamed(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
      var name = name
      return name.withUTF8 {
        UnsafeRawBufferPointer($0).isEqual(to: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes)))
      }
    }

    /// Whether a transfer would get a connection.
    func mayBegin(limit: Int) -> Bool { count < limit || isMultiplexing }

    func began() { count += 1 }

    func ended(isMultiplexed: Bool) {
      count -= 1
      if isMultiplexed { isMultiplexing = true }
    }
  }

  private var hosts: [String: Host] = [:]
  /// The host of the last URL; most often the next URL has the same.
  private var last: Host?

  mutating func host(of url: String) -> Host {
    var url = url
    return url.withUTF8 { host($0[..<Self.length(of: $0)]) }
  }

  private mutating func host(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Host {
    if let last, last.isNamed(bytes) { return last }
    let name = String(decoding: bytes, as: UTF8.self)
    let host = hosts[name] ?? Host(name)
    hosts[name] = host
    last = host
    return host
  }

  /// The length of scheme, host and port, in bytes.
  private static func length(of url: UnsafeBufferPointer<UInt8>) -> Int {
    guard let colon = url.firstIndex(of: 0x3A) else { return url.count }
    var end = min(colon + 3, url.count)
    while end < url.count, url[end] != 0x2F, url[end] != 0x3F { end += 1 }
    return end
  }
}
