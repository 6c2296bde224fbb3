/// The documents of the remote cache that were read or written within the last second.
///
/// After a second, a document is read again, since other machines write, too.
struct RecentDocuments {
  private static let lifetime = 1000
  private static let most = 1000

  private var documents: [String: (document: RemoteDocument, time: Int)] = [:]

  /// The document of a name; nil if it has to be read.
  func document(_ name: String, at now: Int) -> RemoteDocument? {
    documents[name].flatMap { now - $0.time <= Self.lifetime ? $0.document : nil }
  }

  /// Notes the current document of the remote cache.
  mutating func add(_ document: RemoteDocument, at now: Int) {
    if documents.count >= Self.most {
      documents = documents.filter { now - $0.value.time <= Self.lifetime }
      if documents.count >= Self.most { documents = [:] }
    }
    documents[document.key] = (document, now)
  }

  mutating func forget(_ name: String) { documents[name] = nil }
}
