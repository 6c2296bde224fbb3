extension Finding.Code {
  static let cacheDBBodyMissing = Self(
    "cache-db-body-missing", .warning, "URL Loading System, URLCache",
    "the file with the body of a Cache.db entry is missing")
  static let cacheDBCredentials = Self(
    "cache-db-credentials", .warning, "URL Loading System, URLCache", "a Cache.db entry holds credentials")
  static let cacheDBStoredAllTheSame = Self(
    "cache-db-stored-all-the-same", .info, "URL Loading System, URLCache",
    "URLCache stored a response that its documentation excludes")
}

/// Findings about how URLCache stored an entry, rather than about the response.
enum RecordingFindings {
  static let codes: [Finding.Code] = [.cacheDBBodyMissing, .cacheDBCredentials, .cacheDBStoredAllTheSame]

  /// Findings that an entry of a `Cache.db` shows by itself.
  ///
  /// - Parameters:
  ///   - request: the stored request.
  ///   - head: the stored response.
  ///   - isBodyMissing: whether the file that should hold the body is not there.
  /// - Returns: the findings, without values of credentials.
  static func notes(_ request: RequestHead, _ head: ResponseHead, isBodyMissing: Bool) -> [Finding] {
    var notes: [Finding] = []
    if isBodyMissing {
      notes.append(
        Finding(
          .cacheDBBodyMissing,
          "The entry names a file in fsCachedData that is missing: the response has lost its body, and URLCache asks"
            + " the origin again.",
          advice: "Copy fsCachedData together with Cache.db, or remove the entry."))
    }
    var names: [String] = []
    for line in request.fields.lines + head.fields.lines where Credentials.include(line.name) {
      if !names.contains(line.name) { names.append(line.name) }
    }
    // The server's challenge is not secret; credentials sent or set are.
    names.removeAll { $0.asciiLowercased.hasSuffix("-authenticate") }
    if let first = names.first {
      notes.append(
        Finding(
          .cacheDBCredentials, field: first,
          "Cache.db holds credentials in the clear, in \(names.map(\.asCode).asList): anyone who reads the file or a backup"
            + " of it has them.",
          advice:
            "Store such responses in memory only (`URLCache.StoragePolicy.allowedInMemoryOnly`), or send"
            + " `Cache-Control: no-store`."))
    }
    return notes
  }

  /// Compares a response that URLCache stored with the documented conditions.
  static func add(
    _ subject: Subject, storage: StorageDecision, settings: Settings, to findings: inout [Finding]
  ) {
    guard subject.origin == .cacheDB, settings.profile == .urlcache, !storage.isStorable,
      let reason = storage.reasons.first(where: { $0.rule.effect == .forbids })
    else { return }
    findings.append(
      Finding(
        .cacheDBStoredAllTheSame,
        "URLCache stored this response, although its documentation says that it does not: \(reason.sentence).",
        advice: "Do not count on it; write `Cache-Control: no-store` where it must not be kept."))
  }
}
