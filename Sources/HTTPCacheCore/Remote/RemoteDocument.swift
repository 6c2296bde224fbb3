/// What a remote cache has under one cache key: the heads of responses, each with the digest of its body.
///
/// It is one JSON document, which `docs/remote.md` describes. It holds no URL: the key is a digest.
package struct RemoteDocument: Sendable, Equatable {
  /// A stored response, and where its body lies.
  package struct Response: Sendable, Equatable {
    /// Head, times and selecting fields; its key is that of the request which the document was read for.
    package var response: StoredResponse
    /// The SHA-256 of the body, in hexadecimal.
    package var bodyDigest: String

    package init(_ response: StoredResponse, bodyDigest: String) {
      self.response = response
      self.bodyDigest = bodyDigest
    }
  }

  /// The version of the form that is written, and the only one that is read.
  package static let version: Int64 = 1

  /// How many responses one document has at most.
  static let mostResponses = 8

  /// How many bytes a document may have.
  static let mostBytes = 1 << 20

  /// The digest that the document is named by, in hexadecimal.
  package let key: String

  /// The responses, the newest received first.
  package private(set) var responses: [Response]

  package init(key: String, responses: [Response] = []) {
    self.key = key
    self.responses = responses
  }

  /// The name of the document of a cache key: the SHA-256 of method, URI and route, with a space between each.
  package static func name(of key: CacheKey) -> String {
    let parts = [key.method, key.uri] + (key.server.isEmpty ? [] : [key.server])
    return hexadecimal(SHA256.hash(Array(parts.joined(separator: " ").utf8)))
  }

  /// Bytes as lower-case hexadecimal digits.
  package static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Adds a response in place of those that are selected by the same fields and values, and of the oldest where there are
  /// too many.
  mutating func add(_ new: Response) {
    remove(new.response)
    let place =
      responses.firstIndex { $0.response.receivedAt <= new.response.receivedAt } ?? responses.endIndex
    responses.insert(new, at: place)
    if responses.count > Self.mostResponses { responses.removeLast() }
  }

  /// Removes the responses that are selected by the same fields and values as another.
  mutating func remove(_ other: StoredResponse) {
    responses.removeAll {
      Set($0.response.nominatedNames) == Set(other.nominatedNames)
        && $0.response.selectingFields == other.selectingFields
    }
  }

  /// Removes all responses.
  mutating func removeAll() { responses = [] }
}
