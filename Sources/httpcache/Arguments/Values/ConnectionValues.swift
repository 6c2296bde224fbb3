import HTTPCacheCore

/// The versions of TLS as `--tls-max` names them.
enum TLSVersionName: String, Choice {
  case tls1_0 = "1.0"
  case tls1_1 = "1.1"
  case tls1_2 = "1.2"
  case tls1_3 = "1.3"

  var version: TransferOptions.TLSVersion {
    switch self {
    case .tls1_0: .tls1_0
    case .tls1_1: .tls1_1
    case .tls1_2: .tls1_2
    case .tls1_3: .tls1_3
    }
  }
}

extension ValueForm where Value == String {
  /// Cookies as they are sent, or, without `=`, the name of a file, as in curl.
  static var cookies: Self {
    .init("NAME=VALUE", hint: "write -b 'NAME=VALUE; NAME=VALUE', or -b FILE", isShown: false) { text in
      text.isFieldText ? text : nil
    }
  }

  /// A bearer token (RFC 6750 §2.1).
  static var bearerToken: Self {
    .init("a token", hint: "it has letters, digits and -._~+/=", isShown: false) { text in
      !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } ? text : nil
    }
  }

  /// A proxy's URL; an empty one means no proxy, whatever the environment says, as in curl.
  static var proxy: Self {
    .init("a proxy's URL", hint: "such as http://proxy.example:3128", isShown: false) { text in
      text.isWithoutSpace ? text : nil
    }
  }

  /// A Referer; curl's `;auto`, which sends the previous URL after each redirect, is refused.
  static var referer: Self {
    .init("a Referer", hint: "write the URL that is to be sent", isShown: false) { text in
      text.hasSuffix(";auto") || !text.isFieldText ? nil : text
    }
  }

  /// `HOST1:PORT1:HOST2:PORT2`; any of the four may be empty.
  static var connectTo: Self {
    .init("HOST1:PORT1:HOST2:PORT2", hint: "such as example.com:443:127.0.0.1:8443") { text in
      let parts = TransferOptions.parts(text, count: 4)
      guard parts.count == 4, text.isWithoutSpace else { return nil }
      let isPort = [parts[1], parts[3]].allSatisfy { port in
        port.isEmpty || Units.isPort(port)
      }
      return isPort ? text : nil
    }
  }

  /// `HOST:PORT:ADDRESS[,ADDRESS]`; addresses may hold colons.
  static var resolve: Self {
    .init("HOST:PORT:ADDRESS", hint: "such as example.com:443:127.0.0.1") { text in
      let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, !parts[0].isEmpty, !parts[2].isEmpty,
        Units.isPort(parts[1]),
        text.isWithoutSpace
      else { return nil }
      return text
    }
  }
}
