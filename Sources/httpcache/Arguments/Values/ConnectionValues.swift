import HTTPCacheCore

extension ValueForm where Value == String {
  /// Cookies as they are sent, or, without `=`, the name of a file, as in curl.
  static var cookies: Self {
    .init(
      "NAME=VALUE", hint: "write -b 'NAME=VALUE; NAME=VALUE', or -b FILE", isShown: false, if: \.isFieldText)
  }

  /// A bearer token (RFC 6750 §2.1).
  static var bearerToken: Self {
    .init("a token", hint: "it has letters, digits and -._~+/=", isShown: false) { text in
      !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }
  }

  /// A proxy's URL; an empty one means no proxy, whatever the environment says, as in curl.
  static var proxy: Self {
    .init("a proxy's URL", hint: "such as http://proxy.example:3128", isShown: false, if: \.isWithoutSpace)
  }

  /// A Referer; curl's `;auto`, which sends the previous URL after each redirect, is refused.
  static var referer: Self {
    .init("a Referer", hint: "write the URL that is to be sent", isShown: false) { text in
      text.isFieldText && !text.hasSuffix(";auto")
    }
  }

  /// `HOST1:PORT1:HOST2:PORT2`; any of the four may be empty.
  static var connectTo: Self {
    .init("HOST1:PORT1:HOST2:PORT2", hint: "such as example.com:443:127.0.0.1:8443") { text in
      let parts = TransferOptions.parts(text, count: 4)
      let isValid =
        parts.count == 4 && text.isWithoutSpace
        && [parts[1], parts[3]].allSatisfy { $0.isEmpty || Units.isPort($0) }
      guard isValid else { return nil }
      return parts.map { HostName.canonical(String($0)) }.joined(separator: ":")
    }
  }

  /// `HOST:PORT:ADDRESS[,ADDRESS]`; addresses may hold colons.
  static var resolve: Self {
    .init("HOST:PORT:ADDRESS", hint: "such as example.com:443:127.0.0.1") { text in
      let parts = text.pieces(at: ":", most: 3)
      let isValid =
        parts.count == 3 && !parts[0].isEmpty && !parts[2].isEmpty && Units.isPort(parts[1])
        && text.isWithoutSpace
      guard isValid else { return nil }
      // curl has `+` before an entry that times out, and `-` before one to forget.
      let mark = parts[0].prefix { $0 == "+" || $0 == "-" }
      let host = HostName.canonical(String(parts[0].dropFirst(mark.count)))
      return "\(mark)\(host):\(parts[1]):\(parts[2])"
    }
  }
}
