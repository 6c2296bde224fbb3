extension ResponseHead {
  /// The first member of `Age` in seconds; 0 if it is absent or not a number (RFC 9111 §5.1).
  var ageValue: Seconds { has(.age) ? fields.ageValue : 0 }
}

extension FieldSection {
  /// The first member of `Age` in seconds; 0 if it is absent or not a number (RFC 9111 §5.1).
  var ageValue: Seconds {
    guard let value = first("Age") else { return 0 }
    return ListSyntax.firstMember(of: value).flatMap { DeltaSeconds($0).value } ?? 0
  }
}

/// The whole seconds since the origin generated or last confirmed a response, 0 or more (RFC 9111 §4.2.3).
///
/// A `Date` ahead of this host's clock makes the apparent age 0, not negative. A `now` before `receivedAt` counts as
/// `receivedAt`.
func currentAge(_ head: ResponseHead, requestedAt: Instant, receivedAt: Instant, now: Instant) -> Seconds {
  let apparentAge = head.date(receivedAt: receivedAt).map { max(0, receivedAt - $0) } ?? 0
  let responseDelay = max(0, receivedAt - requestedAt)
  let correctedAge = head.ageValue.addingSaturated(responseDelay)
  let residentTime = max(0, now - receivedAt)
  return max(apparentAge, correctedAge).addingSaturated(residentTime)
}
