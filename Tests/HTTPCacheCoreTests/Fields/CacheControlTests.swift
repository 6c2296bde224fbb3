import Testing

@testable import HTTPCacheCore

@Suite("RFC 9111 §5.2 Cache-Control", .timed)
struct CacheControlTests {
  static let rows: [(rule: String, lines: [String], directives: [String], malformed: [String])] = [
    ("directives are compared without regard to case", ["Max-Age=60"], ["max-age=60"], []),
    (
      "an argument is a token or a quoted string", [#"max-age="60", a="b\"c""#],
      [#"max-age="60""#, #"a="b\"c""#], []
    ),
    ("several lines are one list", ["public", "max-age=1"], ["public", "max-age=1"], []),
    ("empty members are passed over", [", ,public,,"], ["public"], []),
    (
      "a comma in a quoted string separates nothing", [#"no-cache="a, b", public"#],
      [#"no-cache="a, b""#, "public"], []
    ),
    ("unknown extensions are kept", ["community=UCI"], ["community=UCI"], []),
    ("a repeated directive is kept", ["max-age=1, max-age=2"], ["max-age=1", "max-age=2"], []),
    ("space around the equals sign is let pass", ["max-age = 60"], ["max-age=60"], []),
    ("a semicolon separates nothing", ["public; max-age=31536000"], [], ["public; max-age=31536000"]),
    ("a quote that never closes", [#"x="a, public"#], [], [#"x="a, public"#]),
    ("a bad member spoils no other", ["max-age:600, public"], ["public"], ["max-age:600"]),
  ]

  /// The members that can't be read, and the restricting directives that count in each.
  static let restrictions: [(rule: String, member: String, directives: [String])] = [
    ("a quote that never closes", #"private="a, public"#, ["private"]),
    ("what it swallows counts, too", #"no-cache="Set-Cookie, no-store"#, ["no-cache", "no-store"]),
    ("an argument that is no token", "no-store=@", ["no-store"]),
    ("several words", "private=X-A X-B", ["private"]),
    ("behind a semicolon", "max-age=60; No-Store", ["no-store"]),
    (
      "behind a space", "max-age=60 must-revalidate proxy-revalidate",
      ["must-revalidate", "proxy-revalidate"]
    ),
    ("quoted as a whole", #""no-store""#, ["no-store"]), ("once", "no-store=@ no-store=@", ["no-store"]),
    ("an argument is none", "x=no-store @", []), ("nor is a part of a word", "no-storex; x-private", []),
    ("nothing that permits", "public; immutable; s-maxage=60; must-understand", []),
  ]

  @Test(
    "§4.2.1: what restricts counts without its argument where its member can't be read",
    arguments: restrictions)
  func restricts(_ row: (rule: String, member: String, directives: [String])) {
    let control = CacheControl(FieldSection([FieldLine("Cache-Control", "max-age=1, \(row.member)")]))
    #expect(control.directives.map(\.text) == ["max-age=1"] + row.directives, "\(row.rule)")
    #expect(control.malformedMembers == [row.member], "\(row.rule)")
  }

  @Test(arguments: rows)
  func read(_ row: (rule: String, lines: [String], directives: [String], malformed: [String])) {
    let control = CacheControl(FieldSection(row.lines.map { FieldLine("cache-control", $0) }))
    #expect(control.directives.map(\.text) == row.directives, "\(row.rule)")
    #expect(control.malformedMembers == row.malformed, "\(row.rule)")
    #expect(control.isPresent)
  }

  static let seconds: [(rule: String, argument: String?, value: Seconds?)] = [
    ("§1.2.2 a non-negative integer", "60", 60), ("leading zeros", "0060", 60), ("zero", "0", 0),
    ("overflow is 2^31", "99999999999999999999", 2_147_483_648), ("just over", "2147483649", 2_147_483_648),
    ("negative", "-1", nil), ("fractional", "1.5", nil), ("a unit", "60s", nil), ("empty", "", nil),
    ("missing", nil, nil), ("a sign", "+1", nil),
  ]

  @Test("§1.2.2 Delta Seconds", arguments: seconds)
  func deltaSeconds(_ row: (rule: String, argument: String?, value: Seconds?)) {
    #expect(DeltaSeconds(row.argument).value == row.value, "\(row.rule)")
  }

  @Test("§5.2.2.4: with field names it speaks of those fields, without of the response")
  func qualified() {
    let control = { (value: String) in CacheControl(FieldSection([FieldLine("Cache-Control", value)])) }
    #expect(control(#"no-cache="a, b""#).fieldNames("no-cache") == ["a", "b"])
    #expect(!control(#"no-cache="a, b""#).isUnqualified("no-cache"))
    #expect(control(#"no-cache="a", no-cache"#).isUnqualified("no-cache"))
    #expect(control(#"private="""#).isUnqualified("private"))
    // §5.2.2.4: what names no field, or one that a stored response can't be without, counts as unqualified.
    for argument in ["a b", "x, Vary", "content-encoding", "Age"] {
      #expect(control("no-cache=\"\(argument)\"").isUnqualified("no-cache"), "\(argument)")
    }
  }
}
