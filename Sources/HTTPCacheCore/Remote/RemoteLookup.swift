/// The outcome of a lookup in a remote cache.
enum RemoteLookup {
  case found(RemoteDocument)
  /// There is no document of this name.
  case missing(name: String)
  /// The document of this name can't be used; with the reason in words.
  case refused(name: String, String)
  /// The remote cache could not be asked; with the reason in words.
  case failed(String)
}

extension RemoteClient {
  /// Gets and reads the document of a cache key.
  func document(of key: CacheKey, then: @escaping (RemoteLookup) -> Void) {
    let name = server.name(of: key)
    var text: [UInt8] = []
    get(.head(name), limit: Int64(RemoteDocument.mostBytes)) { piece in
      piece.add(to: &text)
      return true
    } then: { answer in
      switch answer {
      case .missing: then(.missing(name: name))
      case .failed(let words): then(.failed(words))
      case .done:
        switch RemoteDocumentJSON.read(text, for: key, named: name) {
        case .success(let document): then(.found(document))
        case .failure(let refusal): then(.refused(name: name, refusal.words))
        }
      }
    }
  }

  /// Receives a body; `then` gets whether its length and SHA-256 match its document.
  func receive(_ digest: String, length: Int64, into body: NewBody, then: @escaping (Bool) -> Void) {
    var hash = SHA256()
    let isRight = { body.length == length && hash.digest.hexadecimal == digest }
    guard length > 0 else { return then(isRight()) }
    get(.body(digest), limit: length) { piece in
      hash.update(piece.bytes)
      do throws(StoreError) {
        try body.append(piece)
        return true
      } catch {
        return false
      }
    } then: { answer in
      if case .done = answer { then(isRight()) } else { then(false) }
    }
  }
}
