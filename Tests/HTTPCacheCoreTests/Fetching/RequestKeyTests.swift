import Testing

@testable import HTTPCacheCore

@Suite("Contract, which server: what besides the URI a response is found by", .timed)
struct RequestKeyTests {
  typealias Row = (rule: String, url: String, change: @Sendable (inout FetchRequest) -> Void, server: String)
  static let rows: [Row] = [
    ("nothing", "http://a.test/", { _ in }, ""),
    ("the URL's own Host", "http://a.test/", { $0.head.fields.set("Host", "A.test:80") }, ""),
    ("another Host", "http://a.test/", { $0.head.fields.set("Host", "B.test") }, "host=b.test"),
    (
      "a value that might be two", "http://a.test/", { $0.head.fields.set("Host", "b address=c") },
      "host=b%20address=c"
    ),
    (
      "a socket, whatever else", "http://a.test/",
      { ($0.transfer.unixSocket, $0.transfer.resolve) = ("/s", ["a.test:80:1.1.1.1"]) }, "unix-socket=/s"
    ),
    (
      "--resolve for the host", "http://a.test/", { $0.transfer.resolve = ["A.TEST:80:1.1.1.1"] },
      "address=1.1.1.1"
    ),
    ("for another port", "http://a.test/", { $0.transfer.resolve = ["a.test:81:1.1.1.1"] }, ""),
    ("for another host", "http://a.test/", { $0.transfer.resolve = ["b.test:80:1.1.1.1"] }, ""),
    (
      "the last entry counts", "http://a.test/",
      { $0.transfer.resolve = ["a.test:80:1.1.1.1", "a.test:80:2.2.2.2"] }, "address=2.2.2.2"
    ),
    (
      "one for any host where none is for this", "http://a.test/",
      { $0.transfer.resolve = ["*:80:1.1.1.1"] }, "address=1.1.1.1"
    ),
    (
      "an address with colons", "http://a.test/", { $0.transfer.resolve = ["+a.test:80:[::1]"] },
      "address=[::1]"
    ),
    (
      "--connect-to", "http://a.test/", { $0.transfer.connectTo = ["a.test:80:b.test:81"] },
      "connect-to=b.test:81"
    ),
    (
      "for any host and port", "http://a.test/", { $0.transfer.connectTo = [":::81"] }, "connect-to=a.test:81"
    ),
    (
      "the first entry counts", "http://a.test/",
      { $0.transfer.connectTo = ["b.test::x:", "::c.test:", "::d.test:"] }, "connect-to=c.test:80"
    ),
    (
      "one that says nothing is passed over", "http://a.test/",
      { $0.transfer.connectTo = ["a.test:80::", "a.test:80:b.test:"] }, "connect-to=b.test:80"
    ),
    ("that leads where the URL leads", "http://a.test/", { $0.transfer.connectTo = ["a.test:80::"] }, ""),
    (
      "and then --resolve", "http://a.test/",
      {
        ($0.transfer.connectTo, $0.transfer.resolve) = (
          ["::b.test:"], ["b.test:80:1.1.1.1", "a.test:80:2.2.2.2"]
        )
      },
      "connect-to=b.test:80 address=1.1.1.1"
    ),
    (
      "--cacert, over https", "https://a.test/",
      { $0.transfer.trust = TransferOptions.Trust(certificates: "0a") }, "trusts-certificates=0a"
    ),
    (
      "and over http", "http://a.test/", { $0.transfer.trust = TransferOptions.Trust(certificates: "0a") }, ""
    ),
    ("-k over https", "https://a.test/", { $0.transfer.isInsecure = true }, "unverified"),
    ("-k over http", "http://a.test/", { $0.transfer.isInsecure = true }, ""),
    (
      "-k and another Host", "https://a.test/",
      {
        $0.head.fields.set("Host", "b"); $0.transfer.isInsecure = true
      }, "unverified host=b"
    ),
  ]

  @Test(arguments: rows.indices)
  func server(_ index: Int) throws {
    let row = Self.rows[index]
    var request = FetchRequest(head: RequestHead(target: try TargetURI(row.url)))
    row.change(&request)
    #expect(request.key.server == row.server, "\(row.rule)")
  }

  @Test("what was verified also serves -k, and not the other way round")
  func verification() {
    let verified = CacheKey(method: "GET", normalizedURI: "https://a.test/", server: "host=b")
    let unverified = CacheKey(method: "GET", normalizedURI: "https://a.test/", server: "unverified host=b")
    #expect(unverified.verified == verified && verified.verified == nil)
    #expect(unverified.reaches(verified) && !verified.reaches(unverified))
    #expect(CacheKey(method: "GET", normalizedURI: "x", server: "unverified").verified?.server == "")
  }
}
