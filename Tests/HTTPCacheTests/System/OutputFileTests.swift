import Foundation
import TestSupport
import Testing

@Suite("fetch: the files that bodies go to")
struct OutputFileTests {
  private let origin: Origin
  private let program: BuiltProgram

  init() throws {
    origin = try Origin { request in
      switch request.path {
      case "/none": .text("not here", status: 404)
      case "/cut": .rawText("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nnew")
      case "/long": .text(String(repeating: "x", count: 200_000))
      default: .text("short")
      }
    }
    program = try BuiltProgram()
  }

  @Test("a file that is replaced keeps its mode", arguments: ["/short", "/long"], [0o600, 0o755, 0o664])
  func mode(path: String, mode: Int) throws {
    let file = try program.directory.write("old", to: "file")
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
    #expect(try program.fetch("-o", "file", origin.url + path).code == 0)
    #expect(program.directory.contents(of: "file") != Array("old".utf8))
    #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == mode)
    #expect(program.directory.names == ["cache", "file"], "nothing is left beside")
  }

  @Test(
    "a name may have as many bytes as the system allows, and be replaced", arguments: ["/short", "/long"])
  func longestName(path: String) throws {
    let name = String(repeating: "n", count: 255)
    for _ in 1...2 {
      let run = try program.fetch("-o", name, origin.url + path)
      #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
    }
    #expect(program.directory.contents(of: name)?.isEmpty == false)
  }

  @Test("a pipe is replaced, unless -o names it", arguments: ["/short", "/long"])
  func pipe(path: String) throws {
    let pipe = program.directory.file(String(path.dropFirst()))
    #expect(mkfifo(pipe, 0o600) == 0)
    let run = try program.fetch("-O", origin.url + path)
    #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
    let type = try FileManager.default.attributesOfItem(atPath: pipe)[.type] as? FileAttributeType
    #expect(type == .typeRegular)
  }

  typealias Failure = (words: [String], path: String, code: Int32)
  static let failures: [Failure] = [
    (["-f"], "/none", 1), ([], "/cut", 3), (["-f"], "/cut", 3), (["--policy", "cache-only"], "/short", 4),
    (["-f", "-i"], "/none", 1), (["-f", "--json"], "/none", 1),
  ]

  @Test("a fetch that fails leaves no file, and one that is there as it was", arguments: failures)
  func failed(_ row: Failure) throws {
    let words = ["fetch"] + row.words + ["-o", "file", origin.url + row.path]
    #expect(try program(words).code == row.code)
    #expect(program.directory.contents(of: "file") == nil)
    _ = try program.directory.write("old", to: "file")
    let run = try program(words)
    #expect(run.code == row.code && program.directory.contents(of: "file") == Array("old".utf8))
    if row.words.contains("--json") { #expect(try run.object["body_file"] as? String == nil) }
  }
}
