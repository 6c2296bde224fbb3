extension OriginExchange {
  /// What the answer is good for, known when its head is there.
  enum Role {
    case undecided
    /// It goes to the user.
    case answer
    /// It is a redirect that is followed: stored perhaps, but not shown.
    case passedOn
    /// It is the rest of a stored part: both go to the user as one.
    case rest
    /// It confirms what is stored.
    case notModified
    /// It is an error that a stale response stands in for.
    case standInWanted(FailureDecision)
    /// It is of no use, and the whole has to be asked for.
    case useless
    /// It is a passing trouble; the request is made again.
    case transient(afterSeconds: Double)
  }
}
