import CCurl
import CSystem

/// The canonical form of a host's name, which the cache key uses.
package enum HostName {
  /// Returns the host as it goes to the network: a name in ASCII (RFC 5890), an IPv6 address in its shortest form
  /// (RFC 5952), and any other host unchanged.
  package static func canonical(_ host: String) -> String {
    if host.utf8.first == 0x5B { return address(host) ?? host }
    return host.utf8.contains { $0 >= 0x80 } ? ascii(host) ?? host : host
  }

  private static func ascii(_ name: String) -> String? {
    var ascii = [CChar](repeating: 0, count: 256)
    guard ccurl_ascii_host(name, &ascii, ascii.count) != 0 else { return nil }
    let bytes = ascii.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    return bytes.allSatisfy { $0 < 0x80 } ? String(decoding: bytes, as: UTF8.self) : nil
  }

  /// The shortest form of `[ADDRESS]`; nil for text that is not an address, and for an address with a zone.
  private static func address(_ host: String) -> String? {
    var binary = in6_addr()
    guard host.utf8.last == 0x5D, inet_pton(AF_INET6, String(host.dropFirst().dropLast()), &binary) == 1
    else {
      return nil
    }
    var text = [CChar](repeating: 0, count: 64)
    guard inet_ntop(AF_INET6, &binary, &text, socklen_t(text.count)) != nil else { return nil }
    return "[\(String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))]"
  }
}
