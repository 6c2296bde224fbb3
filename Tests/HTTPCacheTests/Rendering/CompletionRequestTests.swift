import HTTPCacheCore
import Testing

@testable import httpcache

@Suite("What may stand at the cursor", .timed)
struct CompletionRequestTests {
  /// The lines without what they mean; the last word of a line that ends with a space is empty.
  private func offered(_ line: String) -> [String] {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let text = Completion.text(words) { _, kind, start in
      [kind == .host ? "a.test" : "http://a.test/"].filter { $0.hasPrefix(start) }
    }
    return text.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
  }

  static let rows: [(line: String, offered: [String])] = [
    ("", CommandName.allCases.map(\.rawValue)),
    ("re", ["revalidate"]),
    ("--color never st", ["stats"]),
    ("--version", ["--version"]),
    ("nonsense ", []),
    ("help insp", ["inspect"]),
    ("help max-age-in", ["max-age-invalid"]),
    ("fetch --polic", ["--policy"]),
    ("fetch --policy cache-", ["cache-else-load", "cache-only"]),
    ("fetch --policy=cache-", ["--policy=cache-else-load", "--policy=cache-only"]),
    ("fetch -X P", []),
    ("fetch -iX --po", []),
    ("fetch -XGET --po", ["--policy"]),
    ("fetch -- --po", []),
    ("fetch -o ", [":files"]),
    ("fetch --output=", [":files"]),
    ("fetch --cache-dir ", [":directories"]),
    ("fetch --max-stale --std", []),
    ("fetch --max-stale --sto", ["--storage"]),
    ("inspect --format j", ["json", "junit"]),
    ("inspect --fail-on ", ["error", "warning", "info"]),
    ("inspect --expect sto", ["storable"]),
    ("fetch --expect sto", ["stored", "storable"]),
    ("stats --by ", Breakdown.Dimension.allCases.map(\.rawValue)),
    ("trim --wr", []), ("trim --host ", ["a.test"]), ("fetch ", ["http://a.test/"]),
    ("--generate-completion f", ["fish"]),
  ]

  @Test(arguments: rows)
  func offers(_ row: (line: String, offered: [String])) {
    #expect(offered(row.line) == row.offered, "\(row.line)")
  }

  @Test("every option with a closed set of values offers all of them")
  func choices() {
    for command in CommandName.allCases {
      for option in OptionTable.options(for: command) {
        guard case .choice(let values) = option.valueKind else { continue }
        #expect(offered("\(command.rawValue) \(option.long) ") == values)
      }
    }
  }

  @Test("each check that is offered is one", arguments: [true, false])
  func checks(isFetch: Bool) throws {
    let offered = Expectation.suggestions(isFetch: isFetch)
    #expect(try Expectation.read(offered, isFetch: isFetch, now: Instant(epoch: 0)).count == offered.count)
  }
}
