import CCurl
import CSystem

/// The canonical form of a host's name, which the cache key uses.
package enum HostName {
  /// Returns the host as it goes to the network: a name in ASCII (RFC 5890) without percent-encoding (RFC 3986 §3.2.2),
  /// an IPv6 address in its shortest form (RFC 5952), and any other host unchanged.
  package static func canonical(_ host: String) -> String {
    if host.utf8.first == 0x5B { return address(host) ?? host }
    let name = host.utf8.contains(0x25) ? decoded(host) ?? host : host
    return name.utf8.contains { $0 >= 0x80 } ? ascii(name) ?? host : name
  }

  /// The name without percent-encoding; nil if it would then hold a character that ends a host, or bytes that are not
  /// UTF-8.
  private static func decoded(_ host: String) -> String? {
    let bytes = host.utf8.percentDecoded
    guard bytes.allSatisfy({ $0.isUnreservedInURI || $0 >= 0x80 }) else { return nil }
    return String(validating: bytes, as: UTF8.self)?.asciiLowercased
  }

  private static func ascii(_ name: String) -> String? {
    var ascii = [CChar](repeating: 0, count: 256)
    guard ccurl_ascii_host(name, &ascii, ascii.count) != 0 else { return nil }
    let bytes = ascii.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    // The mapping of a name can bring forth a slash or a colon, which would end the host.
    return bytes.allSatisfy(\.isUnreservedInURI) ? String(decoding: bytes, as: UTF8.self) : nil
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

extension TargetURI {
  /// The URI with the canonical form of its host, by which the cache finds it; the URI itself if there is no such form.
  package var withCanonicalHost: TargetURI {
    let canonical = HostName.canonical(host)
    guard canonical != host else { return self }
    let credentials = userInfo.map { "\($0)@" } ?? ""
    let rest = absolute.utf8.dropFirst(scheme.utf8.count + 3 + host.utf8.count)
    do throws(Malformed) {
      return try TargetURI(
        parsing: "\(scheme)://\(credentials)\(canonical)\(String(decoding: rest, as: UTF8.self))")
    } catch {
      return self
    }
  }
}
