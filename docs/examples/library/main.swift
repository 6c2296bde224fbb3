import HTTPCacheCore

// usage: library-example DIRECTORY URL...
// Gets each URL twice through a cache in the directory, and says where it came from and why.

let arguments = CommandLine.arguments.dropFirst()
guard let directory = arguments.first, arguments.count > 1 else {
  fatalError("usage: library-example DIRECTORY URL...")
}

var settings = Settings()
settings.role = .private
let queue = TransferQueue(directory: directory, settings: settings)

for text in arguments.dropFirst() {
  let request = RequestHead(target: try TargetURI(text), fields: FieldSection([FieldLine("Accept", "*/*")]))
  for _ in 1...2 {
    var length = 0
    queue.add(
      request,
      willCacheResponse: { proposed in
        var proposed = proposed
        proposed.response.userInfo["fetched_by"] = "library-example"
        return proposed
      },
      onBody: { length += $0.count },
      completion: { result in
        switch result {
        case .success(let response):
          print("\(text): \(response.head.status), \(length) bytes from the \(response.source.rawValue)")
          for reason in response.reasons { print("  \(reason.rule.rawValue): \(reason.sentence)") }
        case .failure(let failure):
          print("\(text): \(failure.message)")
        }
      })
    try queue.run()
  }
}

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
