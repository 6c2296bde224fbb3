import HTTPCacheCore

extension Subject {
  /// A stored response as the answer to the request that it was stored for.
  ///
  /// `request` is a request for its URL. The selecting fields of the response replace those of the request, and a
  /// `no-store` is left out: the request that got the response had none.
  init(stored: StoredResponse, for request: RequestHead, bodyLength: Int64? = nil) {
    var fields = request.fields
    for line in stored.selectingFields.lines { fields.remove(line.name) }
    for line in stored.selectingFields.lines { fields.append(line) }
    let names = stored.head.selectingNames(for: request)
    if !names.isEmpty {
      fields.lines.removeAll {
        names.contains($0.name.asciiLowercased) && !stored.selectingFields.contains($0.name)
      }
    }
    if request.cacheControl.contains("no-store") {
      let others = request.othersThanNoStore
      fields.remove("Cache-Control")
      if !others.isEmpty { fields.append(FieldLine("Cache-Control", others.joined(separator: ", "))) }
    }
    var like = request
    if fields != request.fields { like.fields = fields }
    self.init(
      origin: .store, request: like, stored: stored, bodyLength: bodyLength ?? stored.bodyLength)
  }
}

extension RequestHead {
  /// The values of `Cache-Control` without the members that say `no-store`.
  fileprivate var othersThanNoStore: [String] {
    fields.members("Cache-Control").filter { member in
      var request = self
      request.fields = FieldSection([FieldLine("Cache-Control", member)])
      return !request.cacheControl.contains("no-store")
    }
  }
}
