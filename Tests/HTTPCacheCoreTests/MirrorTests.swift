import Foundation
import Testing

@Suite("Tests stand where their sources stand")
struct MirrorTests {
  static let tests = LayeringTests.sources.deletingLastPathComponent().appendingPathComponent("Tests")

  /// The names that the tests use, without those in comments and in texts.
  ///
  /// What stands outside of the folders reads sources, and its own names are none of theirs.
  static func usedNames() throws -> Set<String> {
    var names: Set<String> = []
    for folder in ["HTTPCacheCoreTests", "HTTPCacheTests"] {
      let root = tests.appendingPathComponent(folder)
      for path in try FileManager.default.subpathsOfDirectory(atPath: root.path)
      where path.hasSuffix(".swift") && path.contains("/") {
        let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
        names.formUnion(SwiftTokens.of(text).filter(\.isWord).map(\.text))
      }
    }
    return names
  }

  /// The folders whose values come of values alone: a table can test each file.
  static let pure: [(module: String, folders: [String])] = [
    (
      "HTTPCacheCore",
      ["Fields", "Policy", "Explanation", "Documents", "Formats", "Subjects", "Fetching"]
    ),
    ("httpcache", ["Arguments/Values"]),
  ]

  /// Files without a name that a test could use, and the suite that drives them: parts of one type, or of one table.
  static let through: [(suite: String, files: [String])] = [
    (
      "FetchStories",
      [
        "Fetching/FetchAsking", "Fetching/FetchChanging", "Fetching/FetchConfirming", "Fetching/FetchEnding",
        "Fetching/FetchServing", "Fetching/Inquiry",
      ]
    ),
    ("RequestKeyTests", ["Fetching/RequestKey"]), ("RedirectsTests", ["Fields/URI/RedirectLocation"]),
    (
      "ProbeFindingsTests",
      [
        "AddressProbe", "EncodingProbe", "HeadProbe", "HeaderProbe", "MissingProbe", "OriginProbe",
        "ProbeFindings", "ProbeTalk", "RangeProbe", "SuffixProbe", "UsersProbe", "ValidateProbe",
      ].map { "Explanation/Probes/\($0)" }
    ),
    ("DifferenceTests", ["Explanation/Comparison/ComparedAnswer"]),
    ("WordingFindingsTests", ["Explanation/Responses/AssetKind"]),
    ("HeadTextTests", ["Fields/Messages/HeadOddity", "Subjects/HeadMargin"]),
    ("TargetedFieldTests", ["Fields/Values/TargetedField"]),
    ("PageScannerTests", ["Documents/HTML/HTMLTag"]),
    ("JSONReaderTests", ["Formats/JSONScalars", "Formats/JSONScan"]), ("RecorderTests", ["Formats/JSONCall"]),
    ("HARLogTests", ["Subjects/SkippedEntry"]),
    ("RecordedLinesTests", ["Subjects/HAR/RecordedLines"]), ("RecorderClockTests", ["Subjects/HAR/HARShare"]),
    ("PreconditionsTests", ["Policy/Reuse/Preconditions"]), ("ReuseDecisionTests", ["Policy/Reuse/Variant"]),
    ("StorageDecisionTests", ["Policy/Storing/StorableFields", "Policy/Storing/StorageRules"]),
    ("InspectAssetsTests", ["Arguments/Values/AssetScope"]),
  ]

  @Test("a test names something of each pure file that only this file declares", arguments: pure)
  func named(_ row: (module: String, folders: [String])) throws {
    let used = try Self.usedNames()
    let files = try SourceNames(LayeringTests.sources.appendingPathComponent(row.module)).ownNames
    for folder in row.folders {
      let inFolder = files.filter { $0.file.hasPrefix("\(folder)/") }
      #expect(!inFolder.isEmpty)
      let driven = Set(Self.through.flatMap(\.files).map { "\($0).swift" })
      for (file, names) in inFolder where !driven.contains(file) {
        #expect(!names.isDisjoint(with: used), "\(file): no test names any of \(names.sorted())")
      }
    }
  }

  @Test("each suite that drives a file is there, and each such file")
  func driven() throws {
    let used = try Self.usedNames()
    let files = Set(try LayeringTests.files("").map(\.name))
    for (suite, driven) in Self.through {
      #expect(used.contains(suite))
      for file in driven {
        #expect(
          files.contains("HTTPCacheCore/\(file).swift") || files.contains("httpcache/\(file).swift"),
          "\(file)")
      }
    }
  }

  /// Each floor of a module, and each subcommand, with the folder of its tests.
  static let folders: [String] =
    LayeringTests.floors.flatMap { module, floors in
      floors.map { "\(module == "httpcache" ? "HTTPCacheTests" : "HTTPCacheCoreTests")/\($0.folder)" }
    } + ["Fetch", "Inspect", "Revalidate", "Shared", "Stats", "Trim"].map { "HTTPCacheTests/Commands/\($0)" }

  @Test("each floor and each subcommand has a folder of tests by its name", arguments: folders)
  func folder(_ name: String) throws {
    let root = Self.tests.appendingPathComponent(name)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter {
      $0.hasSuffix(".swift")
    }
    let holdsTest = try paths.contains { path in
      let text = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
      return text.contains("@Test")
    }
    #expect(holdsTest)
  }
}
