import Foundation
import TestSupport
import Testing

@Suite("fetch --remote: whatever the remote cache does, the fetch gets its answer", .timed)
struct FetchRemoteFaultTests {
  private static func origin() throws -> Origin {
    try Origin { .response(fields: [("Cache-Control", "max-age=600")], body: bytes($0.target)) }
  }

  private static func urls(_ origin: Origin, _ count: Int) -> [String] {
    (0..<count).map { "\(origin.url)/\($0)" }
  }

  static let misbehaviours: [(name: String, reply: OriginReply?, says: String)] = [
    ("refused connection", nil, "can't be reached"),
    ("silence", .stall, "timed out"),
    ("silence in the middle", .begun(bytes("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n{")), "timed out"),
    ("closed", .raw([]), "cut short"),
    ("cut short", .raw(bytes("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n{")), "cut short"),
    ("no HTTP", .raw(bytes("SSH-2.0\r\n\r\n")), "can't be used"),
    ("403", .response(status: 403), "403: set $HTTPCACHE_REMOTE_HEADER"),
    ("500", .response(status: 500), "500"),
    ("a redirect", .response(status: 302, fields: [("Location", "http://other.test/")]), "302: redirects"),
  ]
  @Test("one warning, and after three failures it is left alone", arguments: misbehaviours)
  func leftAlone(_ row: (name: String, reply: OriginReply?, says: String)) throws {
    let remote = try Origin { _ in row.reply ?? .stall }
    if row.reply == nil { remote.stop() }
    let origin = try Self.origin()
    let program = try BuiltProgram()
    let begun = Date()
    let words = [
      "fetch", "--remote", remote.url, "--remote-timeout", "0.3", "--remote-mode", "read-write", "-Z", "1",
    ]
    let run = try program(words + Self.urls(origin, 8))
    #expect(run.code == 0 && run.text == "/0/1/2/3/4/5/6/7")
    #expect(
      run.errors.components(separatedBy: "warning").count == 2 && run.errors.contains(row.says),
      "\(run.errors)")
    // Three silences, and what the machine needs besides, which may be busy.
    #expect(Date().timeIntervalSince(begun) < 20)
    // Those that were under way at the third failure are counted, too.
    #expect(remote.requests.count <= 3 + 4)
    let stats = try JSONObject(program(["stats", "--json"]).object).object("remote")
    #expect(stats.int("errors") == 3)
  }

  static let documents: [(name: String, text: String, says: String)] = [
    ("no JSON", "hello", "not JSON"),
    ("another version", #"{"version":2,"key":"K","responses":[]}"#, "version is 2"),
    ("an unknown member", #"{"version":1,"key":"K","responses":[],"sealed":true}"#, "sealed"),
    ("another key", #"{"version":1,"key":"00","responses":[]}"#, "another key"),
    ("a response without a body", #"{"version":1,"key":"K","responses":[{"status":200}]}"#, "not whole"),
  ]
  @Test("a document that is not understood is a miss, and replaced", arguments: documents)
  func refused(_ row: (name: String, text: String, says: String)) throws {
    let server = try RemoteServers(.nginx)
    let origin = try Self.origin()
    let words = ["fetch", "--explain", "--remote", server.url, "--remote-mode", "read-write", origin.url]
    _ = try BuiltProgram()(words)
    let name = try #require(server.files("ac").keys.first)
    try server.replace("ac/\(name)", with: row.text.replacingOccurrences(of: "\"K\"", with: "\"\(name)\""))
    let run = try BuiltProgram()(words + ["--expect", "source=network"])
    expect(run, 0, says: row.says)
    #expect(try BuiltProgram()(words + ["--expect", "source=cache"]).code == 0)
  }

  @Test("a body that is not what its digest says, or has gone, is a miss", arguments: ["/", "", nil])
  func damaged(content: String?) throws {
    let server = try RemoteServers(.nginx)
    let origin = try Self.origin()
    let words = [
      "fetch", "--explain", "--remote", server.url, "--remote-mode", "read-write", origin.url + "/a",
    ]
    _ = try BuiltProgram()(words)
    let name = try #require(server.files("cas").keys.first)
    if let content {
      try server.replace("cas/\(name)", with: content + "x")
    } else {
      try server.remove("cas/\(name)")
    }
    let run = try BuiltProgram()(words + ["--expect", "source=network"])
    #expect(run.code == 0 && run.text == "/a" && run.errors.contains("no whole body"), "\(run.errors)")
    // What the origin sent has taken its place.
    #expect(try BuiltProgram()(words + ["--expect", "source=cache"]).code == 0)
  }

  @Test("bazel-remote that checks what it does not know: the hint says how to start it")
  func validation() throws {
    let remote = try Origin { request in
      .response(status: request.method != "PUT" ? 404 : request.path.contains("/ac/") ? 400 : 200)
    }
    let run = try BuiltProgram().fetch(
      "--remote", remote.url, "--remote-mode", "read-write", try Self.origin().url)
    expect(run, 0, says: "--disable_http_ac_validation")
  }

  static let objectStore: [(name: String, change: [String: String], says: String)] = [
    ("a wrong key", ["AWS_ACCESS_KEY_ID": "AKIAOTHER"], "InvalidAccessKeyId"),
    ("a wrong secret", ["AWS_SECRET_ACCESS_KEY": "other"], "SignatureDoesNotMatch"),
    ("a wrong token", ["AWS_SESSION_TOKEN": "other"], "InvalidToken"),
  ]
  @Test(
    "S3: what is wrong with a signature is said", .enabled(if: PythonTools.areThere), arguments: objectStore)
  func signatures(_ row: (name: String, change: [String: String], says: String)) throws {
    let server = try RemoteServers(.objectStore)
    let environment = server.environment.merging(row.change) { $1 }
    let run = try BuiltProgram().fetch(
      "--remote", server.url, "--remote-mode", "read-write", try Self.origin().url, environment: environment)
    #expect(run.code == 0 && run.errors.contains(row.says) && run.errors.contains("$AWS_"), "\(run.errors)")
    let missing = try BuiltProgram().fetch(
      "--remote", "s3://other", "--remote-mode", "read-write", try Self.origin().url,
      environment: server.environment)
    expect(missing, 0, says: "NoSuchBucket")
  }

  @Test("a body that comes slowly is waited for, a silent one is not")
  func slow() throws {
    // The document names a body that stalls after its first bytes.
    let server = try RemoteServers(.nginx)
    let origin = try Self.origin()
    _ = try BuiltProgram().fetch("--remote", server.url, "--remote-mode", "read-write", origin.url + "/a")
    let (name, text) = try #require(server.files("ac").first)
    let remote = try Origin { request in
      request.path.hasSuffix("ac/" + name)
        ? .response(body: text) : .begun(bytes("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n/"))
    }
    let run = try BuiltProgram().fetch(
      "--remote", remote.url, "--remote-timeout", "0.3", "--expect", "source=network", origin.url + "/a")
    #expect(run.code == 0 && run.text == "/a" && run.errors.contains("timed out"), "\(run.errors)")
  }
}
