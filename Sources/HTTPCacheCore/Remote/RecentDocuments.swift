/// What a remote cache had under the keys that were looked up or changed last.
struct RecentDocuments {
  private static let most = 1000

  private var documents: [String: RemoteDocument] = [:]
  private var order: [String] = []

  subscript(name: String) -> RemoteDocument? { documents[name] }

  mutating func add(_ document: RemoteDocument) {
    if documents.updateValue(document, forKey: document.key) == nil { order.append(document.key) }
    guard order.count > Self.most else { return }
    for name in order.prefix(Self.most / 2) { documents[name] = nil }
    order.removeFirst(Self.most / 2)
  }

  mutating func forget(_ name: String) {
    documents[name] = nil
    order.removeAll { $0 == name }
  }
}
