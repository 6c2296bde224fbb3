import CSystem
import HTTPCacheCore

/// The addresses of a host name.
enum HostAddresses {
  /// How many addresses are used at most.
  private static let most = 16

  /// The addresses of a URL's host, each once, in the order of the look-up; empty if there are none.
  ///
  /// The addresses of `--resolve` replace the look-up.
  static func of(_ target: TargetURI, _ options: TransferOptions) -> [String] {
    var seen: Set<String> = []
    return Array(all(of: target, options).filter { seen.insert($0).inserted }.prefix(most))
  }

  private static func all(of target: TargetURI, _ options: TransferOptions) -> [String] {
    let named = options.resolve.last { entry in
      entry.drop { $0 == "+" }.asciiLowercased.hasPrefix("\(target.host):\(target.port):")
    }
    if let named {
      let list = named.drop { $0 == "+" }.dropFirst(target.host.count + 1 + String(target.port).count + 1)
      return list.split(separator: ",").map { String($0.filter { $0 != "[" && $0 != "]" }) }
    }
    var hints = addrinfo()
    hints.ai_family =
      switch options.addressFamily {
      case .any: AF_UNSPEC
      case .ipv4: AF_INET
      case .ipv6: AF_INET6
      }
    var list: UnsafeMutablePointer<addrinfo>?
    let host = String(target.host.filter { $0 != "[" && $0 != "]" })
    guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    var addresses: [String] = []
    var next = list
    while let entry = next {
      if let text = numeric(entry.pointee) { addresses.append(text) }
      next = entry.pointee.ai_next
    }
    return addresses
  }

  private static func numeric(_ entry: addrinfo) -> String? {
    var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    guard
      getnameinfo(
        entry.ai_addr, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
    else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
