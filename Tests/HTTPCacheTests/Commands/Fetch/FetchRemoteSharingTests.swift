import Foundation
import TestSupport
import Testing

@Suite("fetch --remote: what stays on this machine", .timed)
struct FetchRemoteSharingTests {
  static let kept: [(name: String, fields: [(String, String)], words: [String])] = [
    ("private (§5.2.2.7)", [("Cache-Control", "private, max-age=60")], []),
    (
      "Authorization, also with public (§3.5)", [("Cache-Control", "public, max-age=60")],
      ["-u", "me:s3cret"]
    ),
    ("a cookie", [("Cache-Control", "public, max-age=60")], ["-b", "session=s3cret"]),
    (
      "a token in a field of another name", [("Cache-Control", "public, max-age=60")],
      ["-H", "X-Api-Key: s3cret"]
    ),
    (
      "a credential that selects (§4.1)", [("Cache-Control", "public, max-age=60"), ("Vary", "Cookie")],
      ["-b", "a=s3cret"]
    ),
    ("--storage memory", [("Cache-Control", "max-age=60")], ["--storage", "memory"]),
    ("no-store", [("Cache-Control", "no-store")], []),
    ("Set-Cookie without public", [("Cache-Control", "max-age=60"), ("Set-Cookie", "a=s3cret")], []),
  ]
  @Test("stays on this machine, and the remote cache is not even asked with credentials", arguments: kept)
  func notShared(_ row: (name: String, fields: [(String, String)], words: [String])) throws {
    let server = try RemoteServers(.nginx)
    let fields = row.fields
    let origin = try Origin { _ in .response(fields: fields, body: bytes("s3cret")) }
    let program = try BuiltProgram()
    let words = ["fetch", "--explain", "--remote", server.url, "--remote-mode", "read-write"] + row.words
    let run = try program(words + [origin.url])
    #expect(run.code == 0 && server.files("ac").isEmpty && server.files("cas").isEmpty, "\(run.errors)")
    #expect(run.errors.contains("remote cache"))
  }

  @Test("fields that are not stored do not leave either")
  func stripped() throws {
    let server = try RemoteServers(.nginx)
    let origin = try remoteOrigin(
      ("Cache-Control", "public, max-age=600, private=\"X-User\""), ("X-User", "s3cret"),
      ("X-Mine", "s3cret"),
      ("Set-Cookie", "a=s3cret"), ("Connection", "X-Hop"), ("X-Hop", "s3cret"))
    _ = try RemoteMachine(server).fetch("--strip-header", "X-Mine", "--user-info", "me=s3cret", origin.url)
    let heads = server.files("ac").values.map { String(decoding: $0, as: UTF8.self) }
    #expect(heads.count == 1 && !heads[0].contains("s3cret"))
  }

  static let laundered: [(name: String, control: String, words: [String])] = [
    ("-u", "public, max-age=0", ["-u", "me:pass"]), ("-b", "public, max-age=0", ["-b", "a=1"]),
    ("X-Api-Key", "max-age=0", ["-H", "X-Api-Key: 1"]), ("Set-Cookie", "max-age=0", ["-H", "X-Sets: 1"]),
  ]
  @Test(
    "what was got with credentials does not leave when it is confirmed without (RFC 9111 §3.5)",
    arguments: laundered)
  func confirmedWithout(_ row: (name: String, control: String, words: [String])) throws {
    let server = try RemoteServers(.nginx)
    let control = row.control
    let origin = try Origin { request in
      var fields = [("Cache-Control", control), ("ETag", "\"1\"")]
      if request.field("If-None-Match") != nil { return .response(status: 304, fields: fields) }
      if request.field("X-Sets") != nil { fields.append(("Set-Cookie", "a=1")) }
      return .response(fields: fields, body: bytes("s3cret"))
    }
    let machine = try RemoteMachine(server)
    _ = try machine.program(
      ["fetch", "--remote", server.url, "--remote-mode", "read-write"] + row.words + [origin.url])
    #expect(try machine.object(origin.url)["source"] == "revalidated")
    let words = ["revalidate", "--remote", server.url, "--remote-mode", "read-write", origin.url]
    #expect(try machine.program(words).code == 0)
    #expect(server.files("ac").isEmpty && server.files("cas").isEmpty)
  }
}
