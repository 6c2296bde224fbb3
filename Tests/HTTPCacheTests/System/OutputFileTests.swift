import Foundation
import TestSupport
import Testing

@testable import httpcache

@Suite("fetch: the files that bodies go to", .timed)
struct OutputFileTests {
  private let origin: Origin
  private let program: BuiltProgram

  init() throws {
    origin = try Origin { request in
      switch request.path {
      case "/none": .text("not here", status: 404)
      case "/cut": .rawText("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nnew")
      case "/named": .text("named", fields: [("Content-Disposition", "attachment; filename=name")])
      case "/dated": .text("short", fields: [("Last-Modified", "Fri, 02 Jan 2015 03:04:05 GMT")])
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

  typealias Target = (
    rule: String, content: String, hasOtherName: Bool, words: [String], isLeft: Bool, time: Double?
  )
  static let targets: [Target] = [
    ("a file that has the body already is left, with a new time", "short", false, [], true, nil),
    ("or with that of its content", "short", false, ["-R"], true, 1_420_167_845),
    ("one of the same size is replaced", "other", false, ["-R"], false, 1_420_167_845),
    ("a longer one, too", "shorter", false, [], false, nil),
    ("and one with a second name, which keeps what it has", "short", true, [], false, nil),
  ]

  @Test("a file is written only where its bytes differ", arguments: targets)
  func written(_ row: Target) throws {
    let past = Date(timeIntervalSince1970: 1_000_000_000)
    let file = try program.directory.write(row.content, to: "file")
    let other = program.directory.file("other")
    if row.hasOtherName { try FileManager.default.linkItem(atPath: file, toPath: other) }
    try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: file)
    let begun = Date()
    let number = try FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber] as? Int
    #expect(try program(["fetch"] + row.words + ["-o", "file", origin.url + "/dated"]).code == 0)
    let facts = try FileManager.default.attributesOfItem(atPath: file)
    #expect(program.directory.contents(of: "file") == Array("short".utf8))
    #expect((facts[.systemFileNumber] as? Int == number) == row.isLeft, "\(row.rule)")
    let time = try #require(facts[.modificationDate] as? Date)
    #expect(row.time.map { time.timeIntervalSince1970 == $0 } ?? (time > begun.addingTimeInterval(-2)))
    if row.hasOtherName {
      #expect(try FileManager.default.attributesOfItem(atPath: other)[.modificationDate] as? Date == past)
    }
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

  #if os(Linux)
  typealias Place = (rule: String, file: Int?, directory: Int, path: String, code: Int32, content: String?)
  static let places: [Place] = [
    ("a write-protected file is not replaced", 0o444, 0o755, "/short", 5, "old"),
    ("nor by a long body", 0o444, 0o755, "/long", 5, "old"),
    ("where no file can be put beside it, it is written in place", 0o666, 0o555, "/short", 0, nil),
    ("so with a long body", 0o666, 0o555, "/long", 0, nil),
    ("but not by what is cut off", 0o666, 0o555, "/cut", 3, "old"),
    ("no file, and none can be made", nil, 0o555, "/short", 5, ""),
  ]

  @Test("a user who is not root", arguments: places)
  func permissions(_ row: Place) throws {
    let file = program.directory.file("d/file")
    try FileManager.default.createDirectory(
      atPath: program.directory.file("d"), withIntermediateDirectories: false)
    func set(_ mode: Int, _ path: String) throws {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      if geteuid() == 0 { #expect(chown(path, 65_534, 65_534) == 0) }
    }
    if let mode = row.file {
      _ = try program.directory.write("old", to: "d/file")
      try set(mode, file)
    }
    try set(row.directory, program.directory.file("d"))
    defer { chmod(program.directory.file("d"), 0o755) }
    let nobody = geteuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : ["env"]
    let run = try Executable.command(
      arguments: nobody + [
        program.executable.program, "fetch", "--capacity", "0", "-o", file, origin.url + row.path,
      ], environment: [:])
    guard run.code != 127 else { return print("skipped: no setpriv") }
    #expect(run.code == row.code, "\(row.rule): \(run.errors)")
    let content = program.directory.contents(of: "d/file").map { String(decoding: $0, as: UTF8.self) }
    let expected = row.content ?? (row.path == "/short" ? "short" : String(repeating: "x", count: 200_000))
    #expect(content ?? "" == expected, "\(row.rule)")
  }

  @Test("-J makes a file on a file system without hard links, and replaces none")
  func withoutLinks() throws {
    guard try Executable.command("strace", "-V").code == 0 else { return print("skipped: no strace") }
    for code in [Int32(0), 5] {
      let run = try Executable.command(
        arguments: [
          "strace", "-f", "-qq", "-o", program.directory.file("trace"), "-e", "trace=link,linkat", "-e",
          "inject=link,linkat:error=EPERM", program.executable.program, "fetch", "--capacity", "0", "-J",
          "--output-dir", program.directory.file("out"), origin.url + "/named",
        ], environment: [:])
      #expect(run.code == code, "\(run.errors)")
      #expect(program.directory.contents(of: "out/name") == Array("named".utf8))
    }
  }
  #endif

  @Test("a file that is replaced keeps its owner and group", arguments: [10, 100_000])
  func owner(length: Int) throws {
    guard geteuid() == 0 else { return print("skipped: only root may give a file away") }
    let path = try program.directory.write("old", to: "file")
    #expect(chown(path, 65_534, 12_345) == 0)
    try OutputFile.write([UInt8](repeating: 0x61, count: length), to: path)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(
      attributes[.ownerAccountID] as? Int == 65_534 && attributes[.groupOwnerAccountID] as? Int == 12_345)
    #expect(attributes[.size] as? Int == length)
  }

  @Test("a file that is a mount point is written in place", arguments: [10, 100_000])
  func mounted(length: Int) throws {
    let (source, path) = (
      try program.directory.write("old", to: "source"), try program.directory.write("", to: "f")
    )
    guard try Executable.command("mount", "--bind", source, path).code == 0 else {
      return print("skipped: nothing may be mounted here")
    }
    defer { _ = try? Executable.command("umount", path) }
    try OutputFile.write([UInt8](repeating: 0x61, count: length), to: path)
    #expect(program.directory.contents(of: "source")?.count == length)
    #expect(program.directory.names.allSatisfy { !$0.hasSuffix(".part") })
  }

  @Test("a file that has to be written in place stays as it was where there is no room for the new one")
  func fullInPlace() throws {
    let (disk, path) = (program.directory.file("disk"), try program.directory.write("", to: "f"))
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
    guard try Executable.command("mount", "-t", "tmpfs", "-o", "size=64k", "none", disk).code == 0 else {
      return print("skipped: nothing may be mounted here")
    }
    defer { _ = try? Executable.command("umount", disk) }
    let source = try program.directory.write("old", to: "disk/source")
    #expect(try Executable.command("mount", "--bind", source, path).code == 0)
    defer { _ = try? Executable.command("umount", path) }
    let run = try program.fetch("--capacity", "0", "-o", path, origin.url + "/long")
    expect(run, 5, says: "No space left")
    #expect(program.directory.contents(of: "f") == Array("old".utf8))
    #expect(try program.fetch("--capacity", "0", "-o", path, origin.url + "/short").code == 0)
    #expect(program.directory.contents(of: "f") == Array("short".utf8))
  }
}
