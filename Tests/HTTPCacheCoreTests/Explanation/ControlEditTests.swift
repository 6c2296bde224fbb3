import Testing

@testable import HTTPCacheCore

@Suite("Advice changes the field that came, and lets no more caches store the response")
struct ControlEditTests {
  /// Members that generated fields are made of.
  private static let members = [
    "private", "no-store", "no-transform", "public", "no-cache", "max-age=60", "max-age=0", "s-maxage=600",
    "max-age=1h", "max-age=x", "immutable", "must-revalidate", "must-understand", "private=\"X-A\"",
    "no-cache=\"Set-Cookie\"", "nostore", "Private", "no_transform", "max-age:600", "public; max-age=9",
    "private max-age=60", "stale-if-error=9", "stale-while-revalidate", "only-if-cached", "community=\"UCI\"",
    "private=\"a",
  ]

  private static let others = [
    "", "ETag: \"a\"", "Set-Cookie: a=b", "Vary: Cookie", "Vary: *", "Pragma: no-cache", "Expires: 0",
    "Expires: tomorrow", "Last-Modified: Mon, 26 Jan 2015 15:45:57 GMT", "X-Cache: HIT",
    "Content-Encoding: gzip",
    "CDN-Cache-Control: private", "CDN-Cache-Control: no-store, max-age=600", "CDN-Cache-Control: max-age:60",
    "CDN-Cache-Control: private; max-age=60",
  ]

  private static let statuses = [200, 301, 302, 404, 503]
  private static let paths = ["/", "/app.css", "/app.3f2a9c1b.js", "/font"]
  private static let types = ["text/html", "text/css", "font/woff2"]

  private static func caches(that question: FindingQuestion, _ text: String) throws -> Set<CacheRole> {
    let subject = try question.subject(text)
    return Set(CacheRole.allCases.filter { subject.storage(Settings(role: $0)).isStorable })
  }

  @Test(
    "no advised line drops private, no-store or no-transform, or lets another kind of cache store",
    arguments: 0..<16)
  func keepsWhatRestricts(_ seed: Int) throws {
    var numbers = Numbers(state: UInt64(seed))
    var lines = 0
    for _ in 0..<250 {
      let count = numbers.next(below: 5)
      let members = (0..<count).map { _ in numbers.pick(Self.members) }
      let other = numbers.pick(Self.others)
      let start =
        "HTTP/1.1 \(Self.statuses[numbers.next(below: 5)]) X\nDate: Tue, 26 Jan 2016 16:45:57 GMT\nContent-Type: "
        + numbers.pick(Self.types) + "\n" + other + (other.isEmpty ? "" : "\n")
      let text = start + (count == 0 ? "" : "Cache-Control: \(members.joined(separator: ", "))\n")
      let question = FindingQuestion(
        role: CacheRole.allCases[numbers.next(below: 2)], path: numbers.pick(Self.paths),
        authorization: numbers.next(below: 4) == 0)
      let fields = try head(text).fields
      for finding in try question.findings(text) {
        for match in (finding.advice ?? "").matches(of: /`((?:CDN-)?Cache-Control): ([^`]*)`/) {
          lines += 1
          let name = String(match.1)
          let line = FieldSection([FieldLine(name, String(match.2))])
          let came = try #require(CacheControlMend.directives(fields, name))
          let sent = CacheControl(line, name: name)
          #expect(sent.malformedMembers.isEmpty, "\(text)\n\(finding)")
          for directive in came where ControlEdit.kept.contains(directive.name) {
            #expect(
              sent.contains(directive.name)
                && (directive.isFieldList
                  || sent.directives.contains { $0.name == directive.name && !$0.isFieldList }),
              "\(text)\n\(finding)")
          }
          let before = try Self.caches(that: question, text)
          var changed = fields
          changed.set(name, String(match.2))
          let after = try Self.caches(
            that: question,
            start.split(separator: "\n")[0] + "\n"
              + changed.lines.map { "\($0.name): \($0.value)" }.joined(separator: "\n"))
          #expect(after.isSubset(of: before), "\(text)\n\(finding)")
        }
      }
    }
    #expect(lines > 50)
  }

  @Test("all findings of a response advise one line", arguments: 0..<4)
  func oneLine(_ seed: Int) throws {
    var numbers = Numbers(state: UInt64(seed + 100))
    for _ in 0..<250 {
      let members = (0...numbers.next(below: 4)).map { _ in numbers.pick(Self.members) }
      let text = "Cache-Control: \(members.joined(separator: ", "))\n\(numbers.pick(Self.others))"
      let advised = try FindingQuestion.plain.findings(FindingRows.dateLine + text).flatMap { finding in
        (finding.advice ?? "").matches(of: /`(Cache-Control): ([^`]*)`/).map { String($0.2) }
      }
      #expect(Set(advised).count <= 1, "\(text)\n\(advised)")
    }
  }

  @Test("advice that is already followed is none")
  func alreadyFollowed() throws {
    let text = "Cache-Control: Private, no-cache\nVary: Cookie\nExpires: 0\nETag: \"a\"\nSet-Cookie: a=b"
    for finding in try FindingQuestion(role: .shared).findings(FindingRows.dateLine + text) {
      #expect(finding.advice?.contains("`Cache-Control") != true, "\(finding)")
    }
  }
}
