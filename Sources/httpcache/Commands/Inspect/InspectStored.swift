import HTTPCacheCore

extension InspectCommand {
  /// Opens the store for reading; reports a failure.
  func withStore(_ body: (Store) throws(StoreError) -> Void) {
    do {
      try body(try global.openStore(isReadOnly: true))
    } catch {
      judge.fail(
        SubjectFailure(origin: .store, subject: "the cache", message: error.message), hint: error.hint,
        code: .cacheFailed)
    }
  }

  /// Judges every stored variant of each URL; with `--request-header`, the variants that such a request selects.
  func judgeStored(_ targets: [TargetURI], in store: Store) throws(StoreError) {
    for target in targets {
      let request = request(target)
      var entries = try store.responses(toURI: target.normalized)
      if !options.fields.isEmpty {
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
      for entry in entries {
        judge.judge(
          Subject(stored: entry.response, for: request),
          now: options.inspect.at?.instant(for: entry.response) ?? now)
      }
    }
  }

  /// Judges everything stored, as of the start of the command unless `--at` is given.
  func judgeAll(in store: Store) throws(StoreError) {
    var chunk = StoredChunk()
    func handOver() {
      judge.judge(chunk, tellsParty: true, now: now, at: options.inspect.at ?? .time(now), file: nil)
      chunk = StoredChunk()
    }
    // Judge the responses that were read before an error, too.
    defer {
      handOver()
      judge.endRecording()
    }
    try store.forEach { entry in
      do {
        chunk.add(entry.response, request: self.request(try TargetURI(entry.response.key.uri)))
      } catch {
        self.terminal.warning("a stored key is not a URL: it is damaged, and is skipped")
      }
      if chunk.isFull { handOver() }
      return !Interruption.outputIsClosed
    }
  }
}
