import HTTPCacheCore

// usage: library-example DIRECTORY URL...
// Gets each URL twice through a cache in the directory, and says where it came from and why; then gets all of them by
// callbacks.

let arguments = CommandLine.arguments.dropFirst()
let urls = arguments.dropFirst()
let directory = arguments.first ?? "cache"

// For tasks: `fetch` gives the response when its head is known, and the body comes piece by piece.
let cache = try HTTPCache(directory: directory, settings: Settings(role: .private))
for url in urls {
  for _ in 1...2 {
    do throws(HTTPCache.Failure) {
      let response = try await cache.fetch(url)
      var length = 0
      for try await piece in response.body { length += piece.count }
      print("\(url): \(response.head.status), \(length) bytes from the \(response.source.rawValue)")
      for reason in response.reasons { print("  \(reason.rule.rawValue): \(reason.sentence)") }
    } catch {
      print("\(url): \(error.message)")
    }
  }
}

// With callbacks, on this thread, and a hook that sees each response before it is stored.
let queue = TransferQueue(directory: directory, settings: Settings(role: .private))
for url in urls {
  let request = RequestHead(target: try TargetURI(url), fields: FieldSection([FieldLine("Accept", "*/*")]))
  var length = 0
  queue.add(
    request, policy: .reload,
    willCacheResponse: { proposed in
      var proposed = proposed
      proposed.response.userInfo["fetched_by"] = "library-example"
      return proposed
    },
    onBody: { length += $0.count },
    completion: { result in
      switch result {
      case .success(let response):
        let place = response.isStored ? "stored" : "not stored"
        print("\(url): \(length) bytes from the \(response.source.rawValue), \(place)")
      case .failure(let failure):
        print("\(url): \(failure.message)")
      }
    })
}
try queue.run()

// The same rules without network and disk: what would a shared cache do with this response?
var parser = HeadParser()
var head: ResponseHead?
for line in ["HTTP/1.1 200 OK", "Cache-Control: private, max-age=60", ""] {
  head = try parser.take(line.utf8) ?? head
}
if let head {
  let request = RequestHead(target: try TargetURI("https://example.com/"))
  let decision = StorageDecision(Exchange(request: request, head: head), settings: Settings(role: .shared))
  print("a shared cache may \(decision.isStorable ? "" : "not ")store it:")
  for reason in decision.reasons { print("  \(reason.rule.rawValue): \(reason.sentence)") }
}
