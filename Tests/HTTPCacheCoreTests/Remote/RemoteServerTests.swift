import Testing

@testable import HTTPCacheCore

@Suite("The server of a remote cache, and what it is asked", .timed)
struct RemoteServerTests {
  static let webDAV: [(url: String, made: [String])] = [
    ("http://a.test", ["http://a.test/cas/", "http://a.test/ac/"]),
    (
      "http://a.test:8080/team/x/",
      [
        "http://a.test:8080/team/", "http://a.test:8080/team/x/", "http://a.test:8080/team/x/cas/",
        "http://a.test:8080/team/x/ac/",
      ]
    ),
  ]
  @Test("RFC 4918 §9.3: collections are made from the outermost on", arguments: webDAV)
  func collections(_ row: (url: String, made: [String])) {
    #expect(RemoteServer(url: row.url, timeout: 2).collections == row.made)
  }

  static let refusals: [(status: Int, method: String, isSigned: Bool, said: String, words: String)] = [
    (
      403, "GET", false, "",
      "it answered GET with status 403: set $HTTPCACHE_REMOTE_HEADER to the field that it wants"
    ),
    (
      400, "PUT", false, "",
      "it answered PUT with status 400: bazel-remote needs --disable_http_ac_validation"
    ),
    (405, "PUT", false, "", "it answered PUT with status 405: it takes no PUT; nginx needs dav_methods PUT"),
    (500, "GET", false, "", "it answered GET with status 500"),
    (
      403, "GET", true, "<Code>RequestTimeTooSkewed</Code>",
      "it answered GET with status 403 (RequestTimeTooSkewed): this machine's clock is wrong"
    ),
    (403, "GET", true, "<Code>\u{1b}[31m</Code>", "it answered GET with status 403"),
  ]
  @Test("why it did not do what it was asked, and what to change", arguments: refusals)
  func refusal(_ row: (status: Int, method: String, isSigned: Bool, said: String, words: String)) {
    var options = TransferOptions()
    if row.isSigned { options.signature = "aws:amz:us-east-1:s3" }
    let server = RemoteServer(url: "http://a.test", options: options, timeout: 2)
    let request = server.request(
      row.method, .head("00"), body: row.method == "PUT" ? .bytes([]) : nil, digest: "00")
    #expect(RemoteRefusal(row.status, to: request, said: Array(row.said.utf8)).words == row.words)
  }

  @Test(
    "an upload may be silent for as long as the system takes to send it at the least speed, within ten time-outs"
  )
  func silence() {
    let server = RemoteServer(url: "http://a.test", timeout: 2)
    func limit(_ count: Int) -> Double? {
      server.request("PUT", .body("00"), body: .bytes([UInt8](repeating: 0, count: count)), digest: "00")
        .options
        .longestSilence
    }
    #expect(limit(0) == 2 && limit(32 << 10) == 3 && limit(10 << 20) == 20)
    #expect(server.request("GET", .body("00")).options.longestSilence == 2)
  }
}
