import Testing

@testable import HTTPCacheCore

@Suite("No-Vary-Search, draft-ietf-httpbis-no-vary-search-10", .timed)
struct NoVarySearchTests {
  typealias Reading = (field: String, counted: NoVarySearch.Counted?, ignoresOrder: Bool)
  static let readings: [Reading] = [
    ("params=(\"a\")", .allBut(["a"]), false),
    ("except=(\"x\")", .only(["x"]), false),
    ("except=()", .only([]), false),
    ("params=()", .allBut([]), false),
    ("key-order", .allBut([]), true),
    ("key-order=?0", .allBut([]), false),
    ("key-order, params=(\"a\" \"b\")", .allBut(["a", "b"]), true),
    ("params=(\"%C3%A9+%E6%B0%97\")", .allBut(["é 気"]), false),
    ("other=1, params=(\"a\")", .allBut(["a"]), false),
    ("foo", .allBut([]), false),
    // As browsers read it: all parameters, and all but some.
    ("params", .only([]), false),
    ("params=?0", .allBut([]), false),
    ("params, except=(\"x\")", .only(["x"]), false),
    ("except=(\"x\"), params, key-order", .only(["x"]), true),
    // Errors: the field counts as absent.
    ("params=(a)", nil, false),
    ("params=\"a\"", nil, false),
    ("key-order=1", nil, false),
    ("key-order=(\"a\")", nil, false),
    ("params=(\"a\"), except=(\"x\")", nil, false),
    ("params=1", nil, false),
    ("params=?0, except=x", nil, false),
    ("except", nil, false),
    ("Params=(\"a\")", nil, false),
  ]

  @Test("§5 The field is a dictionary; one fault voids all of it", arguments: readings)
  func reading(_ row: Reading) {
    let rule = NoVarySearch(row.field)
    #expect(rule?.counted == row.counted, "\(row.field)")
    #expect(rule?.ignoresOrder ?? false == row.ignoresOrder, "\(row.field)")
  }

  typealias Pair = (field: String, one: String?, other: String?, areEqual: Bool)
  static let pairs: [Pair] = [
    ("params=(\"a\")", "a=1&b=2", "b=2&a=3", true),
    ("params=(\"a\")", "a=1&b=2", "b=3", false),
    ("params=(\"a\")", "a=1", nil, true),
    ("except=(\"x\")", "x=1&y=2", "z=3&x=1", true),
    ("except=(\"x\")", "x=1", "x=2", false),
    ("except=()", "a=1&b", nil, true),
    // By default raw queries are compared: none and an empty one differ.
    ("params=()", nil, "", false),
    ("params=()", "a=x", "%61=x", false),
    ("key-order=?0", "a=1", "a=1", true),
    ("key-order", nil, "", true),
    ("key-order", "a=x", "%61=%78", true),
    ("key-order", "a=%f6", "a=%ef%bf%bd", true),
    ("key-order", "a=x&&&&", "a=x", true),
    ("key-order", "a", "a=", true),
    ("key-order", "a=+", "a=%20", true),
    ("key-order", "b=2&a=1", "a=1&b=2", true),
    ("key-order", "a=1&a=2", "a=2&a=1", false),
    ("key-order", "a=1=2", "a=1%3D2", true),
    ("params=(\"%C3%A9+%E6%B0%97\")", "%C3%A9+%E6%B0%97=1", "", true),
    ("params=(\"a\")", "%zz=1", "%zz=1&a", true),
    // Texts are compared by code points: the sign for ohm is no Omega.
    ("key-order", "a=%E2%84%A6", "a=%CE%A9", false),
    ("params=(\"%E2%84%A6\")", "%CE%A9=1", "%CE%A9=2", false),
    ("key-order", "caf%C3%A9=1", "cafe%CC%81=1", false),
  ]

  @Test("§6 Comparing: both queries as form data, the parameters that count, in order", arguments: pairs)
  func comparing(_ row: Pair) throws {
    let rule = try #require(NoVarySearch(row.field))
    #expect(rule.areEqual(row.one, row.other) == row.areEqual)
    #expect(rule.areEqual(row.other, row.one) == row.areEqual)
  }
}
