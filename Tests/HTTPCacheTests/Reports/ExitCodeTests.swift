import Testing

@testable import httpcache

@Suite("Exit codes", .timed)
struct ExitCodeTests {
  static let rows: [(codes: [ExitCode], merged: ExitCode)] = [
    ([], .done), ([.done, .done], .done), ([.done, .checkFailed], .checkFailed),
    ([.checkFailed, .notCached], .notCached), ([.notCached, .networkFailed], .networkFailed),
    ([.networkFailed, .cacheFailed, .checkFailed], .cacheFailed),
    ([.usage, .checkFailed], .usage), ([.usage, .notCached], .notCached),
    ([.usage, .cacheFailed], .cacheFailed),
  ]
  @Test("the first that applies of 5, 3, 4, 2, 1, 0", arguments: rows)
  func merge(_ row: (codes: [ExitCode], merged: ExitCode)) {
    #expect(ExitCode.merged(row.codes) == row.merged)
    #expect(ExitCode.merged(row.codes.reversed()) == row.merged)
  }

  @Test func numbers() { #expect(ExitCode.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5]) }
}
