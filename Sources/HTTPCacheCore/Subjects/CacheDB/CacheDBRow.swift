/// One entry of a `Cache.db`, with the values of its tables.
package struct CacheDBRow: Sendable {
  package var requestKey: String?
  /// When the row was made, which a revalidation does not update.
  package var madeAt: Instant?
  package var responseObject: [UInt8]?
  package var requestObject: [UInt8]?
  package var userInfo: [UInt8]?
  /// The length of the body in bytes; nil if the row does not tell, or the body's file is missing.
  package var bodyLength: Int64?
  /// Whether the file of the body is missing, or has a name that URLCache does not give.
  package var isBodyMissing = false

  package init() {}
}

/// Why an entry of a `Cache.db` is not judged.
package enum CacheDBSkip: String, CaseIterable {
  /// The response object is missing, cut short, or in another form.
  case unknownForm = "whose response object is of an unknown form"
  /// The scheme is neither http nor https.
  case notHTTP = "whose URL is neither http nor https"
  /// A URL that no request can be sent to.
  case badURL = "whose URL can't be read"
}

extension CacheDBRow {
  /// The entry as a subject, or why there is none; `now` is the time of receipt if the entry has none.
  package func outcome(now: Instant) -> Result<Subject, SkippedEntry> {
    guard let response = responseObject.flatMap(CacheDBResponse.init) else {
      return skipped(requestKey, .unknownForm, "its response object is of an unknown form")
    }
    let url = requestKey ?? response.url ?? ""
    let target: TargetURI
    do throws(TargetURI.Malformed) {
      target = try TargetURI(recorded: url, allowsForeign: true)
    } catch {
      switch error {
      case .scheme, .noScheme:
        return skipped(url, .notHTTP, error.reason(in: UserInformation.redacted(in: url)))
      case .noHost, .port, .character:
        return skipped(url, .badURL, error.reason(in: UserInformation.redacted(in: url)))
      }
    }
    let requestObject = requestObject.flatMap(CacheDBRequest.init)
    let request = RequestHead(
      method: requestObject?.method ?? "GET", target: target,
      fields: FieldSection(requestObject?.fields ?? []))
    let head = ResponseHead(status: response.status, fields: FieldSection(response.fields))
    let receivedAt = response.receivedAt.flatMap { CacheDBTime.instant($0) } ?? madeAt ?? now
    var values = userInfo.map(CacheDBUserInfo.values) ?? [:]
    values[StoredResponse.cacheDateName] = rfc3339(receivedAt)
    let stored = StoredResponse(
      key: CacheKey(method: request.method, target: target), head: head,
      selectingFields: head.selectingFields(of: request), requestedAt: receivedAt, receivedAt: receivedAt,
      bodyLength: bodyLength ?? 0, userInfo: UserInfo(values))
    return .success(
      Subject(
        origin: .cacheDB, request: request, stored: stored, bodyLength: bodyLength,
        notes: RecordingFindings.notes(request, head, isBodyMissing: isBodyMissing)))
  }

  private func skipped(
    _ url: String?, _ kind: CacheDBSkip, _ cause: String
  ) -> Result<Subject, SkippedEntry> {
    .failure(SkippedEntry(.cacheDB, url ?? "", kind: kind.rawValue, cause))
  }
}
