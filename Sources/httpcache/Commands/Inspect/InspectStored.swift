import HTTPCacheCore

extension InspectCommand {
  /// Opens the store for reading; where that fails, says so.
  func withStore(_ body: (Store) throws(StoreError) -> Void) {
    do {
      try body(try global.openStore(isReadOnly: true))
    } catch {
      judge.fail(
        SubjectFailure(origin: .store, subject: "the cache", message: error.message), hint: error.hint,
        code: .cacheFailed)
    }
  }

  /// Every stored variant of each URL; with `--request-header`, those that such a request would be given.
  func judgeStored(_ targets: [TargetURI], in store: Store) throws(StoreError) {
    for target in targets {
      let request = request(target)
      var entries = try store.responses(toURI: target.normalized)
      if !options.requestFields.isEmpty {
        entries = try store.unsealed(entries, forRequest: request.fields).filter {
          $0.response.matches(request, role: settings.role)
        }
      }
      if entries.isEmpty {
        let failure = SubjectFailure(
          origin: .store, subject: target.absolute, url: target.absolute,
          message:
            "nothing is stored for \(target.absolute): it was not fetched, or its answer may not be stored")
        judge.fail(
          failure, hint: "httpcache inspect --live \(target.absolute) judges an answer of now",
          code: .notCached)
      }
      for entry in entries { judge(entry, request: request) }
    }
  }

  /// Everything stored.
  func judgeAll(in store: Store) throws(StoreError) {
    try store.forEach { entry in
      do throws(TargetURI.Malformed) {
        self.judge(entry, request: self.request(try TargetURI(entry.response.key.uri)))
      } catch {
        self.terminal.warning("a stored key is no URL: it is damaged and not judged")
      }
      return !Interruption.readerIsGone
    }
  }

  /// Judges a stored response as the answer to the request that it was stored for.
  private func judge(_ entry: StoredEntry, request: RequestHead) {
    var like = request
    for line in entry.response.selectingFields.lines { like.fields.remove(line.name) }
    like.fields.lines += entry.response.selectingFields.lines
    let names = entry.response.head.selectingNames(for: request)
    like.fields.lines.removeAll { line in
      names.contains(line.name.asciiLowercased) && !entry.response.selectingFields.contains(line.name)
    }
    judge.judge(
      Subject(
        origin: .store, request: like, stored: entry.response, bodyLength: entry.response.bodyLength),
      now: options.at?.instant(for: entry.response) ?? Clock.now())
  }
}
