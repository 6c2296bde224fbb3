import Testing

@testable import HTTPCacheCore

@Suite("Contract, which server: the route in a key", .timed)
struct ServerRouteTests {
  @Test("each part stands in it once, in one order, so that equal routes have equal texts")
  func text() {
    var route = ServerRoute()
    #expect(route.text.isEmpty)
    (route.certificate, route.addresses, route.connectTo) = ("/c", "1.1.1.1", "b:81")
    (route.unixSocket, route.host, route.isUnverified) = ("/s", "b.test", true)
    #expect(
      route.text == "unverified host=b.test unix-socket=/s connect-to=b:81 address=1.1.1.1 certificate=/c")
  }

  @Test("whom the user believes stands at the end; without verification only the pinned key counts")
  func trust() {
    var route = ServerRoute()
    (route.host, route.trustedCertificates, route.trustedDirectory) = ("b", "0a", "/d")
    route.pinnedKey = "sha256//x"
    #expect(route.text == "host=b trusts-certificates=0a trusts-directory=/d trusts-key=sha256//x")
    route.isUnverified = true
    #expect(route.text == "host=b trusts-key-alone=sha256//x")
    route.pinnedKey = nil
    #expect(route.text == "unverified host=b")
  }

  static let reached: [(asked: String, received: String, isReached: Bool)] = [
    ("", "", true), ("", "trusts-certificates=0a", false), ("trusts-certificates=0a", "", false),
    ("trusts-certificates=0a", "trusts-certificates=0a", true),
    ("trusts-certificates=0a", "trusts-certificates=0b", false), ("unverified", "", true),
    ("unverified", "trusts-certificates=0a", true), ("unverified", "trusts-directory=/d", true),
    ("unverified", "trusts-key=x", true), ("unverified", "trusts-key-alone=x", true),
    ("unverified", "host=b trusts-key=x", false), ("unverified host=b", "host=b trusts-key=x", true),
    ("unverified host=b", "trusts-key=x", false), ("unverified host=b", "host=b", true),
    ("trusts-key-alone=x", "trusts-key=x", false), ("unverified", "host=trusts-", false),
  ]

  @Test(
    "what was received under any belief also serves -k, and nothing else another belief", arguments: reached)
  func reaches(_ row: (asked: String, received: String, isReached: Bool)) {
    #expect(ServerRoute.reaches(row.asked, row.received) == row.isReached)
  }

  static let values: [(value: String, text: String)] = [
    ("a b", "host=a%20b"), ("\u{E9}", "host=%C3%A9"), ("a%20b", "host=a%2520b"),
    ("a\nb\u{7F}", "host=a%0Ab%7F"), ("a=b", "host=a=b"),
  ]

  @Test("no value can be read as two parts, and no two values as one", arguments: values)
  func escaped(_ row: (value: String, text: String)) {
    var route = ServerRoute()
    route.host = row.value
    #expect(route.text == row.text)
  }

  @Test("a text is read part by part; a name that no route writes is known as none")
  func parts() {
    let parts = ServerRoute.parts(of: "unverified host=b=c later=x")
    #expect(parts.map(\.part) == [.unverified, .host, nil])
    #expect(parts.map(\.value) == ["", "b=c", "x"])
    #expect(ServerRoute.parts(of: "").isEmpty)
  }

  static let verified: [(text: String, verified: String?)] = [
    ("unverified", ""), ("unverified host=b", "host=b"), ("host=b", nil), ("", nil),
  ]

  static let servers: [(text: String, server: String)] = [
    ("", ""), ("unverified", ""), ("host=b", "host=b"), ("certificate=/c", ""),
    ("host=b trusts-certificates=0a trusts-directory=/d trusts-key=x", "host=b"), ("trusts-key-alone=x", ""),
    ("unverified host=b address=1.1.1.1 certificate=/c", "host=b address=1.1.1.1"),
  ]

  @Test(
    "a client's certificate says who asks, and is no part of the server (RFC 9111 §4.4)", arguments: servers)
  func server(_ row: (text: String, server: String)) {
    #expect(ServerRoute.server(row.text) == row.server)
    #expect(InvalidationScope.origin("https://a.test", server: row.text).server == row.server)
  }

  @Test("what was received with verification also serves -k", arguments: verified)
  func overVerification(_ row: (text: String, verified: String?)) {
    #expect(ServerRoute.verified(row.text) == row.verified)
  }
}
