extension ResponseHead {
  /// The seconds for which the server asks clients to wait, as a number or a date (RFC 9110 §10.2.3); nil if it
  /// doesn't.
  package func retryAfter(at now: Instant) -> Seconds? {
    fields.first("Retry-After").flatMap { value in
      (DeltaSeconds(value).value ?? HTTPDate(value, now: now)?.validInstant.map { $0 - now }).map {
        max(0, $0)
      }
    }
  }
}
