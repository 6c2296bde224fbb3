import CCurl

/// The header lines of a request as a list of libcurl; requests with equal fields share one.
final class HeaderList {
  private let fields: FieldSection
  /// The names of fields that libcurl would add to such a request, and the names that the user does not want.
  private let usual: [String]
  private let unwanted: [String]
  /// The lines for the origin; a proxy receives them too if it forwards the request.
  let pointer: UnsafeMutableRawPointer?
  /// The lines for a proxy only (RFC 9110 §11.7.2).
  let proxyPointer: UnsafeMutableRawPointer?

  /// Makes the list, which keeps libcurl from adding the unwanted fields.
  ///
  /// In a signed request, libcurl may add `Accept` and `Expect`: some versions would sign the lines that keep them
  /// out.
  init(_ request: TransferRequest) {
    fields = request.fields
    usual = Self.usual(request)
    unwanted = request.options.unwantedFields
    var (list, proxyList): (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?)
    var line: [CChar] = []
    func append(to list: inout UnsafeMutableRawPointer?) {
      line.append(0)
      list = line.withUnsafeBufferPointer { ccurl_list_append(list, $0.baseAddress) }
      line.removeAll(keepingCapacity: true)
    }
    let hasProxyField = fields.contains(FieldLine.proxyAuthorization)
    fields.pairs.withCursor { cursor in
      while let field = cursor.next() {
        line.append(contentsOf: field.first.bindMemory(to: CChar.self))
        // `Name;` sends a field without a value, where `Name:` would leave it out.
        line.append(contentsOf: field.second.isEmpty ? [0x3B] : [0x3A, 0x20])
        line.append(contentsOf: field.second.bindMemory(to: CChar.self))
        if hasProxyField, field.isNamed(FieldLine.proxyAuthorization) {
          append(to: &proxyList)
        } else {
          append(to: &list)
        }
      }
    }
    // `Name:` keeps libcurl from adding fields that the request does not have.
    for name in usual + unwanted where !fields.contains(name) {
      line.append(contentsOf: name.utf8.map(CChar.init(bitPattern:)) + [0x3A])
      append(to: &list)
    }
    (pointer, proxyPointer) = (list, proxyList)
  }

  /// Whether the list is also that of another request.
  func isFor(_ request: TransferRequest) -> Bool {
    usual == Self.usual(request) && unwanted == request.options.unwantedFields && fields == request.fields
  }

  private static func usual(_ request: TransferRequest) -> [String] {
    request.options.signature != nil ? [] : request.body != nil ? ["Accept", "Expect"] : ["Accept"]
  }

  deinit {
    for list in [pointer, proxyPointer] {
      if let list { ccurl_list_free(list) }
    }
  }
}
