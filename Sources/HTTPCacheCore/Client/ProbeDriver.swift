/// Sends the requests of the probes of one URL, one after another, and gives the probes the answers.
///
/// Nothing is stored, no redirect is followed, and a failed request is not repeated.
package final class ProbeDriver {
  /// How often the first request is sent again, and with which pause in seconds.
  package struct Repeating: Sendable {
    package let count: Int
    package let pause: Double

    package init(count: Int, pause: Double) { (self.count, self.pause) = (count, pause) }
  }

  /// The longest time for one request, in seconds, if the options set none.
  private static let patience = 10.0

  private var run: ProbeRun
  private var repetition: Repetition?
  private let request: RequestHead
  private let repeating: Repeating?
  private let client: Client
  private let options: TransferOptions
  private let end: ([ProbeReport], Repetition?) -> Void

  /// Is called after the answer to each request, or its failure.
  package var onAnswer: () -> Void = {}

  package init(
    _ subject: Subject, _ settings: ProbeSettings, repeating: Repeating?, client: Client,
    options: TransferOptions,
    end: @escaping ([ProbeReport], Repetition?) -> Void
  ) {
    run = ProbeRun(subject, settings)
    request = subject.request
    self.repeating = repeating
    self.client = client
    var options = options
    options.maxTime = options.maxTime ?? Self.patience
    self.options = options
    self.end = end
    guard repeating != nil else { return }
    var repetition = Repetition()
    repetition.take(subject.stored.head, receivedAt: subject.stored.receivedAt)
    self.repetition = repetition
  }

  /// Begins with the repetitions, since the requests of the probes may fill caches on the way.
  package func begin() { repeatOnce(1) }

  private func repeatOnce(_ number: Int) {
    guard let repeating, !client.isCancelled else { return probe() }
    guard number < repeating.count else { return leaveOutCookies() }
    client.loop.after(seconds: repeating.pause, onCancel: { self.probe() }) { [self] in
      send(request, address: nil) { [self] result in
        switch result {
        case .success(let answer): repetition?.take(answer.head, receivedAt: answer.receivedAt)
        case .failure(let problem): repetition?.fail(problem.message)
        }
        repeatOnce(number + 1)
      }
    }
  }

  /// Asks once more without cookies, where they can be what keeps a cache on the way from answering.
  private func leaveOutCookies() {
    guard repetition?.mayDependOnCookies(request) == true else { return probe() }
    var request = request
    request.fields.remove("Cookie")
    send(request, address: nil) { [self] result in
      if case .success(let answer) = result {
        repetition?.takeWithoutCookies(answer.head, receivedAt: answer.receivedAt)
      }
      probe()
    }
  }

  private func probe() {
    guard !client.isCancelled, let next = run.next() else { return end(run.reports, repetition) }
    send(next.head, address: next.address) { [self] result in
      run.take(result)
      probe()
    }
  }

  private func send(
    _ head: RequestHead, address: String?,
    then: @escaping (Result<ProbeResponse, ProbeExchange.Problem>) -> Void
  ) {
    var options = options
    if let address { options.reach(head.target, at: address) }
    let transfer = Transfer(
      TransferRequest(method: head.method, url: head.target.normalized, fields: head.fields, options: options)
    )
    let reader = ProbeReader()
    transfer.onHead = { [client] head in reader.take(head, at: client.now()) }
    transfer.onBody = { reader.take($0.bytes) }
    transfer.onEnd = { [unowned transfer, onAnswer] outcome in
      onAnswer()
      then(reader.answer(outcome, begun: transfer.begun?.at))
    }
    client.loop.start(transfer)
  }
}

extension TransferOptions {
  /// Reaches a server at one of its addresses, past any proxy.
  package mutating func reach(_ target: TargetURI, at address: String) {
    // libcurl reuses a connection only for the same `connectTo` entry; with `resolve` it would mix the addresses.
    let shown = address.contains(":") ? "[\(address)]" : address
    proxy.url = ""
    connectTo = ["\(target.host):\(target.port):\(shown):\(target.port)"]
  }
}
