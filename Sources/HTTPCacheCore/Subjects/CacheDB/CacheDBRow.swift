/// One entry of a `Cache.db`, with the values of its tables.
package struct CacheDBRow: Sendable {
  /// The place of the body, and its length.
  package enum Body: Sendable, Equatable {
    /// In the row; with its length in bytes.
    case inRow(Int64)
    /// In a file; with its length in bytes.
    case inFile(Int64)
    /// The file is missing, or its name is not one that URLCache gives.
    case missing
    /// The row does not tell.
    case unknown
  }

  package var requestKey: String?
  /// `YYYY-MM-DD HH:MM:SS` in UTC.
  package var timeText: String?
  /// The time of the row in seconds since the beginning of 2001, if another writer stored a number.
  package var timeNumber: Double?
  package var responseObject: [UInt8]?
  package var requestObject: [UInt8]?
  package var userInfo: [UInt8]?
  package var body = Body.unknown

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
    let receivedAt = receivedAt(response) ?? now
    var values = userInfo.map(CacheDBUserInfo.values) ?? [:]
    values[StoredResponse.cacheDateName] = rfc3339(receivedAt)
    let length = bodyLength
    let stored = StoredResponse(
      key: CacheKey(method: request.method, target: target), head: head,
      selectingFields: head.selectingFields(of: request), requestedAt: receivedAt, receivedAt: receivedAt,
      bodyLength: length ?? 0, userInfo: UserInfo(values))
    return .success(
      Subject(
        origin: .cacheDB, request: request, stored: stored, bodyLength: length,
        notes: RecordingFindings.notes(request, head, isBodyMissing: body == .missing)))
  }

  private func skipped(
    _ url: String?, _ kind: CacheDBSkip, _ cause: String
  ) -> Result<Subject, SkippedEntry> {
    .failure(SkippedEntry(.cacheDB, url ?? "", kind: kind.rawValue, cause))
  }

  private var bodyLength: Int64? {
    switch body {
    case .inRow(let length), .inFile(let length): length
    case .missing, .unknown: nil
    }
  }

  /// When the response was received; if that is missing, when the row was made, which a revalidation does not update.
  private func receivedAt(_ response: CacheDBResponse) -> Instant? {
    response.receivedAt.flatMap { CacheDBTime.instant($0) } ?? timeText.flatMap { CacheDBTime.instant($0) }
      ?? timeNumber.flatMap { CacheDBTime.instant($0) }
  }
}
