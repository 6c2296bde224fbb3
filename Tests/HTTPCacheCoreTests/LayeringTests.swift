import Foundation
import Testing

@Suite("The folders of the core and what they must not know", .timed)
struct LayeringTests {
  static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Sources")

  /// The Swift files below a folder, with their lines.
  static func files(_ folder: String) throws -> [(name: String, lines: [Substring])] {
    let root = sources.appendingPathComponent(folder)
    let names = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter {
      $0.hasSuffix(".swift")
    }
    return try names.map { name in
      let text = try String(contentsOf: root.appendingPathComponent(name), encoding: .utf8)
      return (name, text.split(separator: "\n", omittingEmptySubsequences: false))
    }
  }

  @Test(
    "pure folders import nothing: no clock, no file, no locale",
    arguments: ["Fields", "Policy", "Explanation", "Documents"])
  func pure(folder: String) throws {
    let files = try Self.files("HTTPCacheCore/\(folder)")
    #expect(!files.isEmpty)
    for file in files { #expect(!file.lines.contains { $0.hasPrefix("import ") }, "\(folder)/\(file.name)") }
  }

  @Test("what a suite's tests cost is noted", arguments: ["HTTPCacheCoreTests", "HTTPCacheTests"])
  func timed(module: String) throws {
    let files = try Self.files("../Tests/\(module)")
    let suites = files.flatMap { file in
      file.lines.joined(separator: " ").split(separator: "@Suite(").dropFirst().map {
        (file.name, $0.prefix(300))
      }
    }
    #expect(suites.count > 100)
    for (name, text) in suites { #expect(text.contains(".timed"), "\(name)") }
  }

  /// The floors of each module, and which of them each uses: only such as stand before it, so that there is no circle.
  static let floors: [(module: String, floors: [(folder: String, uses: [String])])] = [
    (
      "HTTPCacheCore",
      [
        ("Fields", []), ("Policy", ["Fields"]), ("Explanation", ["Policy", "Fields"]),
        ("Formats", ["Fields"]), ("Documents", ["Formats", "Fields"]), ("Concurrency", []),
        ("Transport", ["Concurrency", "Fields"]), ("Storage", ["Concurrency", "Policy", "Fields"]),
        ("Subjects", ["Storage", "Concurrency", "Documents", "Explanation", "Formats", "Policy", "Fields"]),
        ("Remote", ["Storage", "Transport", "Concurrency", "Formats", "Policy", "Fields"]),
        ("Fetching", ["Storage", "Transport", "Formats", "Policy", "Fields"]),
        (
          "Client",
          ["Fetching", "Storage", "Transport", "Concurrency", "Explanation", "Policy", "Fields"]
        ),
        (
          "Library",
          ["Client", "Fetching", "Remote", "Storage", "Transport", "Concurrency", "Policy", "Fields"]
        ),
      ]
    ),
    (
      "httpcache",
      [
        ("System", []), ("Arguments", ["System"]), ("Reports", ["Arguments"]),
        ("Rendering", ["Reports", "Arguments", "System"]),
        ("Commands", ["Rendering", "Reports", "Arguments", "System"]),
      ]
    ),
  ]

  @Test("a folder uses only the floors that its table names, by every name in it", arguments: floors)
  func arrows(_ row: (module: String, floors: [(folder: String, uses: [String])])) throws {
    let core = try SourceNames(Self.sources.appendingPathComponent("HTTPCacheCore"))
    let names =
      row.module == "HTTPCacheCore"
      ? core
      : try SourceNames(Self.sources.appendingPathComponent(row.module), foreign: core.memberNames)
    var known: Set<String> = []
    for floor in row.floors {
      #expect(known.isSuperset(of: floor.uses), "a circle: \(floor.folder) uses what stands behind it")
      known.insert(floor.folder)
      for arrow in names.arrows where arrow.from == floor.folder && !floor.uses.contains(arrow.to) {
        Issue.record("\(arrow.place): \(arrow.name) is of \(arrow.to), which \(floor.folder) does not use")
      }
      let used = Set(names.arrows.filter { $0.from == floor.folder }.map(\.to))
      for folder in floor.uses where !used.contains(folder) {
        Issue.record("\(floor.folder) may use \(folder), and nothing in it does")
      }
    }
  }

  /// The rows of a table of docs/architecture.md that begins with these columns: a folder, and the folders that it uses.
  private static func rows(_ header: String) throws -> [String: [String]] {
    let page = try String(
      contentsOf: sources.deletingLastPathComponent().appendingPathComponent("docs/architecture.md"),
      encoding: .utf8)
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    let first = try #require(lines.firstIndex { $0.hasPrefix(header) }, "no table \(header)")
    let cells = lines[(first + 2)...].prefix { $0.hasPrefix("|") }.map { line in
      line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    return Dictionary(
      uniqueKeysWithValues: cells.map { row in
        let uses = (row.last ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        return (row[0].replacing("`", with: ""), uses == ["–"] ? [] : uses)
      })
  }

  @Test("the page for maintainers names the same floors", arguments: floors)
  func page(_ row: (module: String, floors: [(folder: String, uses: [String])])) throws {
    let header =
      row.module == "HTTPCacheCore"
      ? "| folder | turns | uses |" : "| folder | holds | uses, besides the core |"
    let told = try Self.rows(header)
    #expect(Set(told.keys) == Set(row.floors.map(\.folder)))
    for floor in row.floors { #expect(told[floor.folder] == floor.uses, "\(floor.folder)") }
  }

  static let strangers: [(folder: String, words: [String])] = [
    (
      "HTTPCacheCore/Storage",
      ["CCurl", "TransferLoop", "TransferRequest", "StorageDecision", "ReuseDecision"]
    ),
    ("HTTPCacheCore/Transport", ["CSQLite"]),
    ("HTTPCacheCore/Concurrency", ["CSQLite", "CCurl"]),
    ("HTTPCacheCore/Subjects", ["CCurl"]),
    ("httpcache", ["import CSQLite", "import CCurl", "import Foundation"]),
    // A run of `inspect --live` is a value: its driver alone knows network, clock and terminal.
    (
      "httpcache/Commands/Inspect/Inspection",
      ["Client", "Terminal", "Interruption", "HostClock", "Machine.", "LocalContent", "Judge("]
    ),
    // Reports decide what is shown; a form of a page only says how.
    (
      "httpcache/Rendering",
      [
        "Verdict(", "Conclusion(", "ReuseDecision(", "StorageDecision(", "sharedConclusion",
        "browserConclusion",
        "cacheComparisons",
        "UpstreamCaches",
      ]
    ),
    // Only the executable has options.
    ("HTTPCacheCore/Client", ["--"]), ("HTTPCacheCore/Library", ["--"]), ("HTTPCacheCore/Storage", ["--"]),
    ("HTTPCacheCore/Transport", ["--"]),
    // `CSystem` is the C library of every system.
    ("", ["canImport("]),
  ]

  @Test("no folder names what it must not know", arguments: strangers)
  func knowsNoStranger(_ row: (folder: String, words: [String])) throws {
    for file in try Self.files(row.folder) {
      let code = file.lines.filter { !$0.drop { $0 == " " }.hasPrefix("//") }
      for word in row.words {
        #expect(!code.contains { $0.contains(word) }, "\(row.folder)/\(file.name): \(word)")
      }
    }
  }
}
