import HTTPCacheCore

/// A task that a run of `inspect --live` gives its driver.
///
/// Each case names, after the colon, the events that follow it, if any do. Cases are indirect, since a judgement takes
/// kilobytes, which would be moved with every action of a list.
indirect enum InspectionAction: Sendable {
  /// Begins a round: reads the sitemaps anew, and has each file that a check names read anew: `named` where there is
  /// room, `noticed`, and at last `noMoreTargets`.
  case name
  /// Looks up the addresses of a URL's host: `located`.
  case locate(TargetURI)
  /// Sends a request: `answered`, or `contentRead` if it is asked again.
  case ask(Question)
  /// Sends the probes and repetitions after an answer: `probed`.
  case probe(Question, LiveAnswer)
  /// Begins to read the files that checks name for these URLs, since their answers are due soon.
  case readAhead([TargetURI])
  /// Judges a response and passes it through the gate of the round: `judged`.
  case judge(LiveSubject, ticket: Int)
  /// Reports a judgement.
  case report(Judgement)
  /// Reports that there is no response to judge.
  case fail(LiveFailure)
  /// Prints something on stderr.
  case say(InspectionRemark)
  /// Closes the connections and forgets the addresses of hosts, as for a new visitor: an old connection leads to the
  /// same machine of an edge in every round.
  case reconnect
  /// Waits until this time: `waited`.
  case wait(until: Int)
  /// Ends the run, with the exit codes that belong to no subject.
  case end([ExitCode])
}

/// What is printed on stderr beside the report.
enum InspectionRemark: Sendable {
  case message(Message)
  /// What holds after a round that is not the last; the next one begins at a later time.
  case progress(Waiting, now: Int, next: Int)
  /// How waiting ended; without a step, by a signal.
  case outcome(Waiting, Waiting.Step?, now: Int)
}

/// A request that has no response to judge.
struct LiveFailure: Sendable {
  let failure: SubjectFailure
  let hint: String?
  let code: ExitCode
  /// The address that was asked, if each address of a host is asked; nil otherwise.
  let node: String?
}
