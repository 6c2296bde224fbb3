import HTTPCacheCore

/// Ends a fetch with its task, and all fetches of a queue.
func cancel(_ directory: String, _ url: String, _ cache: HTTPCache) async throws {
  let task = Task { while true { try await cache.fetch(url, policy: .reload).finished() } }
  task.cancel()
  do {
    try await task.value
  } catch let failure as HTTPCache.Failure where failure.isCancelled {
    print("the task: \(failure)")
  }
  let queue = TransferQueue(directory: directory)
  queue.add(RequestHead(target: try TargetURI(url)), policy: .reload, onBody: { _ in }) { result in
    if case .failure(let failure) = result { print("the queue: \(failure)") }
  }
  queue.control.cancelAll()
  try queue.run()
}
