/// A request of a probe, with the answer to it.
package struct ProbeExchange: Sendable {
  /// Why there is no answer.
  package struct Problem: Error, Sendable {
    /// One line, no full stop.
    package let message: String

    package init(_ message: String) { self.message = message }
  }

  package let request: ProbeRequest
  /// The answer, or why there is none.
  package let result: Result<ProbeResponse, Problem>
}

/// The result of one probe.
package struct ProbeReport: Sendable {
  /// How it ended.
  package enum Outcome: String, Sendable {
    /// There is no finding.
    case passed
    /// There are findings.
    case found
    /// There was nothing to ask, or the probe may not ask.
    case skipped
    /// A request failed, or its response can't be used.
    case failed
  }

  package let probe: Probe
  /// Its exchanges, without the exchanges of earlier probes.
  package let exchanges: [ProbeExchange]
  package let outcome: Outcome
  /// Why it was skipped, or failed; nil otherwise.
  package let reason: String?
  package let findings: [Finding]
  /// What it saw that asks nobody to do anything.
  var remarks: [Reason] = []
  /// What it measured of the confirmation of a stored response; nil if it did not.
  let validation: ObservedValidation?
  /// Whether two users, and a request without credentials, got the same content.
  var isSameForUsers = false
  /// For each input of a request, whether it is in the key of the cache on the way; empty except for the probe of the
  /// key.
  package let key: [KeyRow]
  /// The names of the fields that identify a user, in lower case; their values are not shown.
  let secretNames: Set<String>

  /// The fields of one of its requests as they may be shown: names and values, without credentials.
  package func shownFields(of exchange: ProbeExchange) -> [(name: String, value: String)] {
    exchange.request.head.fields.lines.map { line in
      (line.name, secretNames.contains(line.name.asciiLowercased) ? line.redaction : line.redactedValue)
    }
  }
}

/// The probes of one URL: gives request after request, takes the answers, and judges them.
///
/// It sends nothing itself. The next request depends on the answers so far.
package struct ProbeRun: Sendable {
  private let subject: Subject
  private let settings: ProbeSettings
  private var exchanges: [ProbeExchange] = []
  private var pending: ProbeRequest?

  /// The reports of the probes that are done, in their order.
  package private(set) var reports: [ProbeReport] = []

  /// Begins the probes of a response, as the settings name them.
  package init(_ subject: Subject, _ settings: ProbeSettings) {
    (self.subject, self.settings) = (subject, settings)
  }

  /// The request to be sent next; nil when all probes are done.
  package mutating func next() -> ProbeRequest? {
    while reports.count < settings.probes.count {
      let probe = settings.probes[reports.count]
      var script = probe.script.init(
        talk: ProbeTalk(
          subject: subject, settings: settings, probe: probe, exchanges: exchanges,
          found: reports.flatMap(\.findings), seen: reports.flatMap(\.remarks)))
      do throws(ProbeStop) {
        try script.run()
        report(script.talk, otherwise: .passed)
      } catch {
        switch error {
        case .needs(let request):
          guard hasReachedLimit(of: probe) else {
            pending = request
            return request
          }
          report(
            script.talk, otherwise: .skipped,
            "no more than \(probe.mostRequests ?? ProbeSettings.mostRequests) requests are sent for "
              + (probe.mostRequests == nil ? "a URL" : probe.rawValue))
        case .failed(let reason): report(script.talk, otherwise: .failed, reason)
        case .skipped(let reason): report(script.talk, otherwise: .skipped, reason)
        }
      }
    }
    return nil
  }

  /// Whether as many requests were sent as the probe, or all probes that share a limit, may send.
  private func hasReachedLimit(of probe: Probe) -> Bool {
    guard let most = probe.mostRequests else {
      // The judged request counts as one of the requests that these probes share.
      return exchanges.count { $0.request.probe.mostRequests == nil } >= ProbeSettings.mostRequests - 1
    }
    return exchanges.count { $0.request.probe == probe } >= most
  }

  /// Takes the answer to the last request, or why there is none.
  package mutating func take(_ result: Result<ProbeResponse, ProbeExchange.Problem>) {
    guard let pending else { return }
    exchanges.append(ProbeExchange(request: pending, result: result))
    self.pending = nil
  }

  /// Adds the report of a probe that has ended; `outcome` is that of a probe without findings.
  private mutating func report(
    _ talk: ProbeTalk, otherwise outcome: ProbeReport.Outcome, _ reason: String? = nil
  ) {
    reports.append(
      ProbeReport(
        probe: talk.probe, exchanges: exchanges.filter { $0.request.probe == talk.probe },
        outcome: talk.findings.isEmpty ? outcome : .found, reason: reason, findings: talk.findings,
        remarks: talk.remarks, validation: talk.validation, isSameForUsers: talk.isSameForUsers,
        key: talk.key,
        secretNames: Set(settings.identities.map(\.name.asciiLowercased))))
  }
}
