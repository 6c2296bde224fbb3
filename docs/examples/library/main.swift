import HTTPCacheCore

// usage: library-example DIRECTORY URL
// Runs each example with a cache in the directory.

let arguments = CommandLine.arguments
guard arguments.count == 3 else { fatalError("usage: library-example DIRECTORY URL") }
let (directory, url) = (arguments[1], arguments[2])

let cache = try HTTPCache(directory: directory)
for _ in 1...2 {
  let response = try await cache.fetch(url)
  let body = try await response.data(upTo: 1 << 20)
  print("\(url): \(response.head.status), \(body.count) bytes from the \(response.source.rawValue)")
  for reason in response.reasons { print("  \(reason.rule.rawValue): \(reason.sentence)") }
}
try await stream(url, cache)
try await tellFailuresApart(url, cache)
try await send(to: url, cache)
try await lookUp(url, cache)
try await connect(directory, url)
try useCallbacks(directory, url)
try decide()
