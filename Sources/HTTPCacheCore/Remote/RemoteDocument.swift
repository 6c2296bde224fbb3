/// The responses of a remote cache under one cache key: their heads, each with the digest of its body.
///
/// `docs/remote.md` describes its JSON format. It holds no URL: the key is a digest.
package struct RemoteDocument: Sendable, Equatable {
  /// A stored response, and the digest that names its body.
  package struct Response: Sendable, Equatable {
    /// The head, the times and the selecting fields; the key is that of the request for which the document was read.
    package var response: StoredResponse
    /// The SHA-256 of the body, in hexadecimal.
    package var bodyDigest: String

    package init(_ response: StoredResponse, bodyDigest: String) {
      self.response = response
      self.bodyDigest = bodyDigest
    }
  }

  /// The version of the format, the only one that is written and read.
  package static let version: Int64 = 1

  /// The most responses of one document.
  static let mostResponses = 8

  /// The most bytes of a document.
  static let mostBytes = 1 << 20

  /// The digest of the cache key, in hexadecimal, which names the document.
  package let key: String

  /// The responses, the newest received first.
  package private(set) var responses: [Response]

  package init(key: String, responses: [Response] = []) {
    self.key = key
    self.responses = responses
  }

  /// The name of the document of a cache key, in hexadecimal: the SHA-256 of method, URI and route, with a space
  /// between each.
  ///
  /// If the key's server is on this machine, the name of the machine is hashed too.
  package static func name(of key: CacheKey, on machine: String = "") -> String {
    var parts = [key.method, key.uri] + (key.server.isEmpty ? [] : [key.server])
    if key.isOfOneMachine { parts.append("machine=" + machine) }
    return SHA256.hash(Array(parts.joined(separator: " ").utf8)).hexadecimal
  }

  /// Adds a response, which replaces those selected by the same fields and values, and the oldest one if there are
  /// too many; does nothing if a response to replace is newer.
  mutating func add(_ new: Response) {
    let isOutdated = responses.contains {
      $0.response.isSelected(like: new.response) && $0.response.receivedAt > new.response.receivedAt
    }
    guard !isOutdated else { return }
    remove(new.response)
    let place =
      responses.firstIndex { $0.response.receivedAt <= new.response.receivedAt } ?? responses.endIndex
    responses.insert(new, at: place)
    if responses.count > Self.mostResponses { responses.removeLast() }
  }

  /// Removes the responses that are selected by the same fields and values as `other`.
  mutating func remove(_ other: StoredResponse) {
    responses.removeAll { $0.response.isSelected(like: other) }
  }

  /// Replaces the head of a response, if the document has the response.
  mutating func freshen(_ old: StoredResponse, to new: StoredResponse) {
    let place = responses.firstIndex { $0.response.isSameExchange(as: old) }
    guard let place else { return }
    let digest = responses[place].bodyDigest
    responses.remove(at: place)
    add(Response(new, bodyDigest: digest))
  }

  /// Removes all responses.
  mutating func removeAll() { responses = [] }
}

extension StoredResponse {
  /// Whether both are selected by the same fields and values (RFC 9111 §4.1).
  fileprivate func isSelected(like other: StoredResponse) -> Bool {
    Set(nominatedNames) == Set(other.nominatedNames) && selectingFields == other.selectingFields
  }

  /// Whether both were received, and last validated, by the same exchange.
  func isSameExchange(as other: StoredResponse) -> Bool {
    key == other.key && requestedAt == other.requestedAt && receivedAt == other.receivedAt
      && head.status == other.head.status && bodyLength == other.bodyLength
      && ["ETag", "Last-Modified", "Content-Type"].allSatisfy {
        head.fields.first($0) == other.head.fields.first($0)
      }
      && selectingFields == other.selectingFields
  }
}

extension CacheKey {
  /// Whether the key leads to a server on the machine itself, which differs from machine to machine.
  var isOfOneMachine: Bool {
    HostAddress.isOfThisMachine(NormalizedURI.host(uri))
      || ServerRoute.parts(of: server).contains { part, value in
        switch part {
        case .connectTo: HostAddress.isOfThisMachine(NormalizedURI.host(ofAuthority: value))
        case .address: value.split(separator: ",").contains(where: HostAddress.isOfThisMachine)
        case .unverified, .host, .unixSocket, .certificate, .trustedCertificates, .trustedDirectory,
          .pinnedKey, .pinnedKeyAlone, nil:
          false
        }
      }
  }
}
