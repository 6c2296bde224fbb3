import Testing

@testable import HTTPCacheCore

@Suite("Known fields: what a head has is found by one look at each name", .timed)
struct KnownFieldTests {
  private static func head(_ lines: [FieldLine]) -> ResponseHead {
    ResponseHead(status: 200, fields: FieldSection(lines))
  }

  @Test("each is found by its name in any case, and by no other", arguments: KnownField.allCases)
  func found(_ field: KnownField) {
    for name in [field.name, field.name.uppercased(), field.name.lowercased()] {
      let head = Self.head([FieldLine("X-Other", "1"), FieldLine(name, "a")])
      #expect(KnownField.allCases.filter { head.has($0) } == [field])
      #expect(head.first(field) == "a" && !head.repeats(field))
    }
    let others = [
      field.name + "x", "x" + field.name, String(field.name.dropFirst()), "Z" + field.name.dropFirst(),
    ]
    let head = Self.head(others.map { FieldLine($0, "a") })
    #expect(!head.has(field) && head.first(field) == nil && head.combined(field) == nil)
  }

  @Test("several lines of one field are its values, in order")
  func repeated() {
    let head = Self.head([FieldLine("Age", "1"), FieldLine("age", "2"), FieldLine("Date", "3")])
    #expect(head.repeats(.age) && !head.repeats(.date))
    #expect(head.first(.age) == "1" && head.combined(.age) == "1, 2")
    #expect(head.has(oneOf: KnownFields([.vary, .date])) && !head.has(oneOf: KnownFields([.vary, .etag])))
  }

  @Test("a head with other fields knows those")
  func changed() {
    var head = Self.head([FieldLine("Age", "1")])
    head.fields = FieldSection([FieldLine("Vary", "a, B")])
    #expect(!head.has(.age) && head.has(.vary) && head.nominatedNames == ["a", "b"])
  }
}
