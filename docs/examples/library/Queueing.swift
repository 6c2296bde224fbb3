import HTTPCacheCore

/// Fetches with callbacks, on this thread, and with a hook that sees each response before it is stored.
func useCallbacks(_ directory: String, _ url: String) throws {
  let queue = TransferQueue(directory: directory)
  var length = 0
  queue.add(
    RequestHead(target: try TargetURI(url)), policy: .reload,
    willCacheResponse: { proposed in
      var proposed = proposed
      proposed.response.userInfo["fetched_by"] = "library-example"
      return proposed
    },
    onBody: { length += $0.count },
    completion: { result in
      if case .success(let response) = result {
        print("\(length) bytes from the \(response.source.rawValue)")
      }
    })
  try queue.run()
}
