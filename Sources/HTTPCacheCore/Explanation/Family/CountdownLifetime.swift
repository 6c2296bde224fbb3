extension ResponseHead {
  /// Whether a lifetime of so many seconds counts down, since a later answer has less of it: as edges send on what is left, and
  /// as a date in Expires comes nearer.
  ///
  /// A lifetime that an owner chose is a multiple of a minute; one that a server computes equals Expires minus Date.
  package func countsDown(_ seconds: Seconds, receivedAt: Instant) -> Bool {
    guard seconds > 0, seconds % 60 != 0, let expires = first(.expires),
      let end = HTTPDate(expires, now: receivedAt)?.validInstant
    else { return false }
    return end - (date(receivedAt: receivedAt) ?? receivedAt) == seconds
  }
}
