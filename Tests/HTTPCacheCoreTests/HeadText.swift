import HTTPCacheCore

/// Reads a head as the program does; `HTTP/1.1 200 OK` stands before a text that has no status line.
func head(_ text: String) throws -> ResponseHead {
  var parser = HeadParser()
  let lines = text.hasPrefix("HTTP/") ? text : "HTTP/1.1 200 OK\n" + text
  for line in lines.split(separator: "\n") {
    _ = try parser.take(Array(line.utf8))
  }
  return try parser.take([]) ?? ResponseHead(status: 200)
}
