import HTTPCacheCore

extension InspectCommand {
  /// Judges the heads of a text, each on its own.
  func judgeHeads(_ source: InputSource, url: TargetURI?) throws(UsageError) {
    var text = HeadText()
    let heads: [ResponseHead]
    try InputText.forEachChunk(source) { chunk throws(UsageError) in
      do throws(HeadText.Malformed) { try text.take(chunk) } catch { throw Self.usage(error) }
    }
    do throws(HeadText.Malformed) { heads = try text.finish() } catch { throw Self.usage(error) }
    guard !heads.isEmpty else {
      throw UsageError("--headers: no response head", hint: "curl -sI URL | httpcache inspect --headers -")
    }
    var target = url
    if target == nil { target = try URLArgument.read(Self.unnamedURL) }
    guard let target else { return }
    let receivedAt = min(now, options.at ?? now)
    for head in heads {
      let request = request(target)
      let stored = StoredResponse(
        key: CacheKey(target: target), head: head, selectingFields: head.selectingFields(of: request),
        requestedAt: receivedAt, receivedAt: receivedAt,
        userInfo: [StoredResponse.cacheDateName: rfc3339(receivedAt)])
      let length = head.fields.first("Content-Length").flatMap { Int64($0) }
      judge.judge(
        Subject(origin: .headers, request: request, stored: stored, bodyLength: length),
        now: options.at ?? Clock.now(), file: source.path)
    }
  }

  /// Stands for the URL where `--url` names none.
  private static let unnamedURL = "http://unknown.invalid/"

  private static func usage(_ error: HeadText.Malformed) -> UsageError {
    UsageError("--headers: line \(error.line): \(error.cause.message)")
  }
}
