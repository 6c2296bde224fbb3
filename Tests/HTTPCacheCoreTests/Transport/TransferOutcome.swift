import TestSupport

@testable import HTTPCacheCore

/// All that a transfer reported.
struct TransferOutcome {
  var interim: [ResponseHead] = []
  var heads: [ResponseHead] = []
  var body: [UInt8] = []
  var ends: [Result<Void, TransportError>] = []

  var text: String { String(decoding: body, as: UTF8.self) }

  var error: TransportError? {
    if case .failure(let error)? = ends.first { error } else { nil }
  }

  /// The field lines of the final head, as `Name: value`.
  var lines: [String] { heads.first?.fields.lines.map { "\($0.name): \($0.value)" } ?? [] }
}

/// Takes what transfers report on the loop's thread.
final class TransferRecord {
  var outcome = TransferOutcome()

  /// A transfer that reports here.
  func transfer(_ request: TransferRequest, stopAfter limit: Int = .max) -> Transfer {
    let transfer = Transfer(request)
    transfer.onInterim = { self.outcome.interim.append($0) }
    transfer.onHead = { self.outcome.heads.append($0) }
    transfer.onBody = {
      self.outcome.body += $0.bytes
      return self.outcome.body.count < limit ? .goOn : .abort
    }
    transfer.onEnd = { self.outcome.ends.append($0) }
    return transfer
  }
}

/// Does one transfer on a loop of its own.
func transferred(_ request: TransferRequest, stopAfter limit: Int = .max) throws -> TransferOutcome {
  let record = TransferRecord()
  let loop = TransferLoop(maxParallel: 1, maxPerHost: 1)
  loop.start(record.transfer(request, stopAfter: limit))
  try loop.run()
  return record.outcome
}

/// Asks an origin that gives this reply to everything.
func transferred(
  _ reply: OriginReply, method: String = "GET", options: TransferOptions = TransferOptions()
) throws -> TransferOutcome {
  let origin = try Origin(always: reply)
  defer { origin.stop() }
  return try transferred(TransferRequest(method: method, url: origin.url + "/", options: options))
}
