/// Reads a host that is an IP address, in every form that libcurl and the C library accept: `127.0.0.1` can also be
/// written `2130706433`, `0x7f.1`, `017700000001` and `[::ffff:127.0.0.1]`.
enum HostAddress {
  /// Whether a host is this machine: `localhost` and the names below it, the loopback addresses (RFC 1122 §3.2.1.3,
  /// RFC 4291 §2.5.3), and the unspecified addresses, to which a connection also ends on this machine.
  ///
  /// An IPv6 address may have its brackets, as in a URI, or not.
  static func isOfThisMachine(_ host: some StringProtocol) -> Bool {
    let name = unescaped(host)
    if name == "localhost" || name.hasSuffix(".localhost") { return true }
    if let address = ipv4(name) { return isLocal(address) }
    guard let groups = ipv6(name) else { return false }
    let low = UInt32(groups[6]) << 16 | UInt32(groups[7])
    guard groups[..<5].allSatisfy({ $0 == 0 }) else { return false }
    return groups[5] == 0xFFFF ? isLocal(low) : groups[5] == 0 && low <= 1
  }

  private static func isLocal(_ address: UInt32) -> Bool { address >> 24 == 127 || address == 0 }

  /// The host in lower case, without brackets, percent-encoding and a final dot.
  private static func unescaped(_ host: some StringProtocol) -> String {
    var rest = Array(host.utf8)[...]
    if rest.first == 0x5B, rest.last == 0x5D {
      rest = rest.dropFirst().dropLast()
      return String(decoding: rest.map(\.asciiLowercased), as: UTF8.self)
    }
    var bytes = rest.percentDecoded
    if bytes.last == 0x2E { bytes.removeLast() }
    return String(decoding: bytes.map(\.asciiLowercased), as: UTF8.self)
  }

  /// Reads one to four numbers, decimal, octal or hexadecimal; the last fills the bytes that the others leave.
  private static func ipv4(_ text: some StringProtocol) -> UInt32? {
    // Nearly every host is a name, of which this costs less than its parts.
    guard text.utf8.first?.isDigit == true else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 4 else { return nil }
    var address: UInt32 = 0
    for (index, part) in parts.enumerated() {
      let isHexadecimal = part.hasPrefix("0x")
      let digits = isHexadecimal ? part.dropFirst(2) : part[...]
      let radix = isHexadecimal ? 16 : digits.count > 1 && digits.first == "0" ? 8 : 10
      let room = index == parts.count - 1 ? 32 - 8 * index : 8
      guard digits.utf8.allSatisfy({ $0.hexValue != nil }), let number = UInt32(digits, radix: radix),
        room == 32 || number < 1 << UInt32(room)
      else { return nil }
      address |= number << UInt32(32 - 8 * index - room)
    }
    return address
  }

  /// Reads the eight groups of an address, in which `::` stands for groups of zero; a zone is ignored.
  private static func ipv6(_ text: some StringProtocol) -> [UInt16]? {
    guard text.utf8.contains(0x3A) else { return nil }
    var sides: [[UInt16]] = [[]]
    var rest = Array(text.prefix { $0 != "%" }.split(separator: ":", omittingEmptySubsequences: false))[...]
    guard rest.count > 2 else { return nil }
    // `::` at either end of the address gives one more empty part than inside it.
    if rest.first?.isEmpty == true { rest.removeFirst() }
    if rest.last?.isEmpty == true { rest.removeLast() }
    while let part = rest.popFirst() {
      if part.isEmpty {
        guard sides.count == 1 else { return nil }
        sides.append([])
      } else if part.contains("."), rest.isEmpty, let address = ipv4(part) {
        sides[sides.count - 1] += [UInt16(address >> 16), UInt16(truncatingIfNeeded: address)]
      } else if part.utf8.count <= 4, part.utf8.allSatisfy({ $0.hexValue != nil }),
        let group = UInt16(part, radix: 16)
      {
        sides[sides.count - 1].append(group)
      } else {
        return nil
      }
    }
    let count = sides.joined().count
    guard sides.count == 2 ? count < 8 : count == 8 else { return nil }
    return sides[0] + Array(repeating: 0, count: 8 - count) + (sides.count == 2 ? sides[1] : [])
  }
}

extension TargetURI {
  /// Whether the origin is trustworthy: TLS protects it, or it is this machine (W3C Secure Contexts).
  var isTrustworthy: Bool { scheme == "https" || HostAddress.isOfThisMachine(host) }
}
