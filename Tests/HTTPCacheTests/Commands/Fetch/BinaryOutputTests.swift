import CSystem
import HTTPCacheCore
import Testing

@testable import httpcache

@Suite("Contract: content with a NUL byte does not go onto a terminal", .timed)
struct BinaryOutputTests {
  typealias Row = (rule: String, pieces: [[UInt8]], shown: Int, isBinary: Bool)
  private static let text = [UInt8](repeating: 0x61, count: 60_000)
  static let rows: [Row] = [
    ("text", [[0x61, 0x62]], 2, false), ("nothing", [], 0, false), ("NUL", [[0x61, 0, 0x62]], 0, true),
    ("in a later piece", [[0x61], [0x62, 0]], 0, true), ("near the end of 64 KiB", [text, [0]], 0, true),
    ("behind 64 KiB", [text, text, [0]], 120_001, false),
  ]

  /// What goes to stdout of some pieces of a body, and the problem with them.
  private func output(
    _ pieces: [[UInt8]], refusesBinary: Bool
  ) throws -> (count: Int, problem: OutputProblem?) {
    let directory = try TestDirectory()
    let descriptor = open(directory.path, O_RDWR | O_CREAT, 0o600)
    defer { close(descriptor) }
    let terminal = Terminal(environment: [:], outputDescriptor: descriptor)
    let client = Client.tiered(
      MemoryStorage(costLimit: 0), nil, behind: nil, parallel: 1, perHost: 1, warn: { _ in }
    ).client
    let output = FetchOutput(try Options(arguments("fetch x")), nil, client)
    output.open(OutputOrder(terminal, flushesEach: true), index: 0, refusesBinary: refusesBinary)
    var isWanted = true
    for piece in pieces where isWanted { isWanted = BodyPiece.with(piece, output.body) }
    output.end(isWhole: isWanted) {}
    try terminal.flush()
    return (Int(lseek(descriptor, 0, SEEK_END)), output.problem)
  }

  @Test("it is looked for in the first 64 KiB", arguments: rows)
  func refused(_ row: Row) throws {
    let (count, problem) = try output(row.pieces, refusesBinary: true)
    #expect(count == row.shown, "\(row.rule)")
    #expect((problem?.isWarning == true && problem?.code == .cacheFailed) == row.isBinary, "\(row.rule)")
    let length = row.pieces.map(\.count).reduce(0, +)
    let other = try output(row.pieces, refusesBinary: false)
    #expect(other.count == length && other.problem == nil, "\(row.rule): no terminal, or -o -")
  }

  @Test("the problem is a warning, and the exit code is 5")
  func report() throws {
    var result = FetchResult()
    result.elapsedMilliseconds = 1
    let report = FetchReport(
      request: RequestHead(target: try TargetURI("http://a.test/")), settings: Settings(), result: result,
      outputProblem: OutputProblem(message: "m", code: .cacheFailed, isWarning: true))
    #expect(report.warnings == ["m"] && report.errors.isEmpty && report.exitCode == .cacheFailed)
  }
}

/// A file of one test's own.
private final class TestDirectory {
  let path: String

  init() throws { path = "/tmp/httpcache-binary-\(UInt64.random(in: .min ... .max))" }

  deinit { unlink(path) }
}
