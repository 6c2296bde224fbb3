import Foundation
import TestSupport
import Testing

@testable import HTTPCacheCore
@testable import httpcache

/// Cases are those of curl's manual, "-F, --form" and "--form-string".
@Suite("fetch -F: forms as multipart/form-data (RFC 7578)", .timed)
struct FetchFormTests {
  /// The parts that an origin got, each as its head and content, without the boundary.
  private static func parts(_ request: OriginRequest) throws -> [String] {
    let type = try #require(request["Content-Type"])
    #expect(type.hasPrefix("multipart/form-data; boundary="))
    let boundary = "--" + type.components(separatedBy: "boundary=")[1]
    let pieces = String(decoding: request.body, as: UTF8.self).components(separatedBy: boundary)
    #expect(pieces.first == "" && pieces.last == "--\r\n")
    return pieces.dropFirst().dropLast().map { $0.trimmingCharacters(in: .newlines) }
  }

  @Test("texts, files, their types and names; a redirect that keeps the method sends it again")
  func parts() throws {
    let origin = try Origin { request in
      request.path == "/from" ? .text(status: 307, fields: [("Location", "/to")]) : .text("taken")
    }
    let program = try BuiltProgram()
    let file = try program.directory.write("from file", to: "note.txt")
    let run = try program.fetch(
      "-F", "a=1", "-F", "empty=", "-F", "b=@\(file)", "-F", "c=<\(file)", "-F",
      "d=@\(file);type=image/png; q=1;filename=x.png", "-F", "e=\"q;\\\"r\";type=text/html", "--form-string",
      "f=@not;a=file", origin.url + "/from")
    #expect(run.text == "taken", "\(run.errors)")
    #expect(origin.requests.map(\.method) == ["POST", "POST"])
    for request in origin.requests {
      let field = "Content-Disposition: form-data; name="
      #expect(
        try Self.parts(request) == [
          "\(field)\"a\"\r\n\r\n1", "\(field)\"empty\"",
          "\(field)\"b\"; filename=\"note.txt\"\r\nContent-Type: text/plain\r\n\r\nfrom file",
          "\(field)\"c\"\r\n\r\nfrom file",
          "\(field)\"d\"; filename=\"x.png\"\r\nContent-Type: image/png; q=1\r\n\r\nfrom file",
          "\(field)\"e\"\r\nContent-Type: text/html\r\n\r\nq;\"r", "\(field)\"f\"\r\n\r\n@not;a=file",
        ])
    }
  }

  @Test("a large file is read while it is sent, and curl sends the same bytes")
  func large() throws {
    let origin = try Origin { .text("\($0.body.count)") }
    let program = try BuiltProgram()
    let path = program.directory.file("large")
    try Data(repeating: 0x61, count: 20_000_000).write(to: URL(fileURLWithPath: path))
    let run = try program.fetch("-F", "f=@\(path)", origin.url + "/")
    #expect(try #require(Int(run.text)) > 20_000_000)
  }

  @Test("what is no form, and what can't be read: nothing is sent")
  func refused() throws {
    let origin = try Origin(always: .text("taken"))
    let program = try BuiltProgram()
    let rows: [(words: [String], message: String)] = [
      (["-F", "a"], "-F: the value is not NAME=CONTENT"), (["-F", "a=@-"], "standard input"),
      (["-F", "a=@x,y"], "one file for a part"), (["-F", "=(;type=a/b"], "parts inside parts"),
      (["-F", "a=b;c"], "is none of type="), (["-F", "a=@/no/such"], "can't read /no/such"),
      (["-F", "a=@/"], "is a directory"), (["-F", "a=1", "-d", "b"], "exclude each other"),
      (["-F", "a=1", "-I"], "exclude each other"),
      (["--form-string", "a=1", "-T", "x"], "exclude each other"),
    ]
    for row in rows {
      let run = try program(["fetch"] + row.words + [origin.url + "/"])
      #expect(run.code == 2 && run.errors.contains(row.message), "\(row.words): \(run.errors)")
    }
    #expect(origin.requests.isEmpty)
  }
}
