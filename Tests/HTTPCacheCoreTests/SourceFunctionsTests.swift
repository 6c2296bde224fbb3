import Testing

@Suite("The lengths of functions")
struct SourceFunctionsTests {
  static let rows: [(source: String, found: [(name: String, lineCount: Int)])] = [
    ("func one() {\n}\nfunc two() { 2 }", [("one", 2), ("two", 1)]),
    ("func one(\n  _ work: () -> Void = { }\n) {\n  work()\n}", [("one", 5)]),
    ("init() {\n\n}\nlet one = Own.init()\nif one { }", [("init", 3)]),
    ("deinit {\n}\nsubscript(one: Int) -> Int {\n  1\n}", [("deinit", 2), ("subscript", 3)]),
    ("var one: Int {\n  1\n}\nvar two = 2\nfunc three() {}", [("one", 3), ("three", 1)]),
    ("var one = run {\n}\nvar two: Int\nstruct Three {\n}", []),
    ("protocol One {\n  func one()\n  func two() throws(Fault)\n}\nenum Two {\n}", []),
    ("func one() {\n  func two() {\n  }\n}", [("one", 4), ("two", 2)]),
    ("func one() {\n  \"{\" // }\n  /* }\n  */\n}", [("one", 5)]),
    ("func one() -> String {\n  \"\"\"\n  }\n  \"\"\"\n}", [("one", 5)]),
  ]

  @Test(arguments: rows)
  func lengths(_ row: (source: String, found: [(name: String, lineCount: Int)])) {
    let found = SourceFunctions.of(row.source)
    #expect(found.map(\.name) == row.found.map(\.name))
    #expect(found.map(\.lineCount) == row.found.map(\.lineCount))
  }

  @Test("a function begins at the line of its word")
  func line() {
    #expect(SourceFunctions.of("\n@discardableResult\npublic func one() {}").map(\.line) == [3])
  }
}
