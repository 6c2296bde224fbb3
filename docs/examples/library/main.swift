import HTTPCacheCore

// usage: library-example DIRECTORY URL SERVER
// Runs each example with a cache in the directory; the server keeps what is `PUT` below its URL.

let arguments = CommandLine.arguments
guard arguments.count == 4 else { fatalError("usage: library-example DIRECTORY URL SERVER") }
let (directory, url, server) = (arguments[1], arguments[2], arguments[3])

let cache = try HTTPCache(directory: directory)
try await fetchTwice(url, cache)
try await stream(url, cache)
try await tellFailuresApart(url, cache)
try await send(to: url, cache)
try await cancel(directory, url, cache)
try await lookUp(url, cache)
try await connect(directory, url)
try await share(directory, url, by: server)
try useCallbacks(directory, url)
try decide()
try judge()
remember()
