/// What a remote cache had under the keys that were looked up or changed within the last second.
///
/// Later it is asked again: other machines write, too.
struct RecentDocuments {
  private static let lifetime = 1000
  private static let most = 1000

  private var documents: [String: (document: RemoteDocument, time: Int)] = [:]

  /// The document of a name; nil where it has to be asked for.
  ///
  /// - Returns: what was there within the last second.
  func document(_ name: String, at now: Int) -> RemoteDocument? {
    documents[name].flatMap { now - $0.time <= Self.lifetime ? $0.document : nil }
  }

  /// Notes what is there now.
  mutating func add(_ document: RemoteDocument, at now: Int) {
    if documents.count >= Self.most {
      documents = documents.filter { now - $0.value.time <= Self.lifetime }
      if documents.count >= Self.most { documents = [:] }
    }
    documents[document.key] = (document, now)
  }

  /// Forgets what was there.
  mutating func forget(_ name: String) { documents[name] = nil }
}
