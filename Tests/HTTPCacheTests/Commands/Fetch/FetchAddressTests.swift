import Foundation
import TestSupport
import Testing

@Suite("fetch: URLs as people and servers write them", .timed)
struct FetchAddressTests {
  @Test(
    "Location with characters that no URL holds is encoded and followed, as in curl",
    arguments: [
      ("/a b", "/a%20b"), ("/a\"b", "/a%22b"), ("/<x>", "/%3Cx%3E"), ("/a\\b", "/a%5Cb"),
      (" /trimmed ", "/trimmed"), ("?q=a b", "/?q=a%20b"), ("/%41ä", "/A%C3%A4"),
    ])
  func location(_ location: String, _ asked: String) throws {
    let origin = try Origin { request in
      request.target == "/"
        ? .response(status: 302, fields: [("Location", location)]) : .fresh(request.target)
    }
    let run = try BuiltProgram().fetch(origin.url + "/")
    #expect(run.code == 0 && run.text == asked)
  }

  @Test("so are arguments and lines of --input-file; a control character is refused")
  func arguments() throws {
    let origin = try Origin { .fresh($0.target) }
    let program = try BuiltProgram()
    #expect(try program.fetch(origin.url + "/a b\"c").text == "/a%20b%22c")
    let list = try program.directory.write("\(origin.url)/x y\n", to: "list")
    #expect(try program.fetch("--input-file", list).text == "/x%20y")
    #expect(try program.fetch(origin.url + "/a\u{1}").code == 2)
  }

  @Test(
    "RFC 3986 §6.2.2, RFC 5952: two ways to write one resource are one key",
    arguments: [("/ä", "/%C3%A4"), ("/%c3%a4", "/ä"), ("/%61", "/a")])
  func keys(_ one: String, _ other: String) throws {
    let origin = try Origin { .fresh($0.target) }
    let program = try BuiltProgram()
    #expect(try program.fetch(origin.url + one).code == 0)
    #expect(try program.fetch("--expect", "source=cache", origin.url + other).code == 0)
  }

  @Test("RFC 5890: a host that is not ASCII is found by its ASCII form")
  func international() throws {
    let origin = try Origin { .fresh($0["Host"] ?? "") }
    let program = try BuiltProgram()
    let (port, name) = (origin.port, "xn--bcher-kva.test")
    let words = ["fetch", "--resolve", "\(name):\(port):127.0.0.1"]
    let first = try program(words + ["http://bücher.test:\(port)/"])
    #expect(first.code == 0 && first.text == "\(name):\(port)")
    #expect(try program(words + ["--expect", "source=cache", "http://\(name):\(port)/"]).code == 0)
    #expect(try program(words + ["--expect", "source=cache", "http://BÜCHER.test:\(port)/"]).code == 0)
  }

  @Test("RFC 5952: one IPv6 address is one key")
  func addresses() throws {
    let program = try BuiltProgram()
    for url in ["http://[::1]:1/", "http://[0:0:0:0:0:0:0:1]:1/", "http://[0::0:1]:1/"] {
      #expect(try program.fetch("--policy", "cache-only", "--json", url).text.contains("http://[::1]:1/"))
    }
  }

  @Test("credentials in a URL are split before they are decoded (RFC 3986 §2.4)")
  func credentials() throws {
    let origin = try Origin { .fresh($0["Authorization"] ?? "") }
    let url = origin.url.replacingOccurrences(of: "http://", with: "http://a%3Ab:c%40d@")
    let sent = try BuiltProgram().fetch(url + "/").text
    #expect(sent == "Basic " + Data("a:b:c@d".utf8).base64EncodedString())
  }

  @Test("RFC 9112 §5.2: a folded line of a response is one value")
  func folded() throws {
    let text = "HTTP/1.1 200 OK\r\nCache-Control: max-age=60,\r\n  public\r\nContent-Length: 1\r\n\r\nx"
    let origin = try Origin(always: .rawText(text))
    let run = try BuiltProgram().fetch("-i", origin.url + "/")
    #expect(run.code == 0 && run.text.contains("Cache-Control: max-age=60, public\r\n"))
  }
}
