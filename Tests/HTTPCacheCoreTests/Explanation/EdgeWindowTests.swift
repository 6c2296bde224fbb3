import Testing

@testable import HTTPCacheCore

@Suite("RFC 9111 §5.2.2.10: stale-while-revalidate beside s-maxage, of which edges make two things", .timed)
struct EdgeWindowTests {
  private func judged(_ fields: String, _ path: String, status: Int = 200, role: CacheRole = .private) throws
    -> (
      findings: [Finding], advice: Advice?
    )
  {
    let type = path == "/" ? "text/html" : "text/css"
    let facts = try FindingQuestion(role: role, path: path).facts(
      "HTTP/1.1 \(status) X\nDate: Tue, 26 Jan 2016 16:45:57 GMT\nETag: \"1\"\nContent-Type: \(type)\n\(fields)"
    )
    return Findings.all(facts)
  }

  private static let control = "Cache-Control: max-age=60, s-maxage=600, stale-while-revalidate=86400"

  static let edges: [(edge: String, severity: Finding.Severity, says: String, field: String?)] = [
    (
      "", .warning,
      "Edges differ on `stale-while-revalidate=86400` beside `s-maxage`: RFC 9111 §5.2.2.10 forbids",
      "max-age=600"
    ),
    ("\nX-Cache: HIT", .warning, "Edges differ on", "max-age=600"),
    ("\nCF-Cache-Status: HIT", .warning, "Cloudflare uses nothing stale beside `s-maxage`", "max-age=600"),
    ("\nX-Cache: Hit from cloudfront", .warning, "Edges differ on", nil),
    (
      "\nX-Vercel-Cache: HIT", .info, "Vercel uses a stale response by `stale-while-revalidate=86400`",
      "max-age=600"
    ),
    ("\nX-Varnish: 5 2\nVia: 1.1 varnish (Varnish/7.1)", .info, "Varnish uses a stale response", nil),
    ("\nX-Cache: STALE", .info, "The cache on the way uses a stale response", "max-age=600"),
  ]
  @Test(
    "says which, by the edge that shows itself; none below a stale answer has no effect", arguments: edges)
  func edge(_ row: (edge: String, severity: Finding.Severity, says: String, field: String?)) throws {
    let (findings, advice) = try judged(Self.control + row.edge, "/a.css")
    let found = try #require(findings.first { $0.code == .staleWhileRevalidateCancelled })
    #expect(found.severity == row.severity && found.explanation.hasPrefix(row.says), "\(found.explanation)")
    #expect(row.severity == .warning || !found.explanation.contains("no effect"))
    let field = advice?.set.first { $0.name == "CDN-Cache-Control" }?.value
    #expect(field == row.field.map { "\($0), stale-while-revalidate=86400" }, "\(row.edge)")
    #expect(found.advice?.isEmpty == false)
  }

  typealias Line = (rule: String, fields: String, set: [String])
  static let pages: [Line] = [
    (
      "no lifetime for browsers", "Cache-Control: public, s-maxage=600, stale-while-revalidate=86400",
      ["public, s-maxage=600, max-age=0", "max-age=600, public, stale-while-revalidate=86400"]
    ),
    (
      "a long one", "Cache-Control: max-age=604800, s-maxage=600, stale-while-revalidate=86400",
      ["max-age=0, s-maxage=600", "max-age=600, stale-while-revalidate=86400"]
    ),
    (
      "a window of more than 30 days goes to nobody",
      "Cache-Control: s-maxage=600, stale-while-revalidate=2592001",
      ["s-maxage=600, max-age=0"]
    ),
    (
      "an edge that reads no other field",
      "Cache-Control: s-maxage=600, stale-while-revalidate=60\nX-Cache: Hit from cloudfront",
      ["s-maxage=600, max-age=0"]
    ),
    (
      "a year is no lifetime to give to edges", "Cache-Control: s-maxage=31536000, stale-while-revalidate=60",
      ["s-maxage=31536000, max-age=0"]
    ),
  ]
  @Test("on a page is one finding, that of the lifetime, with one whole line", arguments: pages)
  func page(_ row: Line) throws {
    let (findings, advice) = try judged(row.fields, "/")
    #expect(findings.filter { $0.severity > .info }.count == 1, "\(findings.map(\.code))")
    let found = try #require(findings.first)
    #expect([.lifetimeMissing, .lifetimeLongForUnversionedHTML].contains(found.code))
    #expect(advice?.set.map(\.value) == row.set, "\(row.rule)")
    for line in advice?.set ?? [] { #expect(found.advice?.contains("`\(line.name): \(line.value)`") == true) }
    #expect(found.explanation.contains("Vercel") == (row.set.count == 2), "\(found.explanation)")
  }

  @Test("where the edge itself is judged, the line that has each use confirmed is given alone")
  func shared() throws {
    let (findings, advice) = try judged(
      "Cache-Control: max-age=604800, s-maxage=604800, stale-while-revalidate=86400", "/", role: .shared)
    #expect(findings.map(\.code) == [.lifetimeLongForUnversionedHTML])
    #expect(advice?.set.map { "\($0.name): \($0.value)" } == ["Cache-Control: no-cache"])
  }

  static let errors: [(status: Int, set: [String])] = [
    (404, ["Cache-Control: max-age=60, s-maxage=600"]), (302, ["Cache-Control: max-age=60, s-maxage=600"]),
    (200, ["CDN-Cache-Control: max-age=600, stale-while-revalidate=86400"]),
  ]
  @Test("no field of the edge's own is advised for errors and redirects", arguments: errors)
  func status(_ row: (status: Int, set: [String])) throws {
    let (_, advice) = try judged(Self.control, "/a.css", status: row.status)
    #expect(advice?.set.map { "\($0.name): \($0.value)" } == row.set)
  }

  @Test("a window of more than 30 days is left out, and is a warning even where an edge uses it")
  func long() throws {
    let control = "Cache-Control: max-age=60, s-maxage=600, stale-while-revalidate=31535400"
    for edge in ["", "\nX-Vercel-Cache: STALE"] {
      let (findings, advice) = try judged(control + edge, "/")
      #expect(findings.first { $0.code == .staleWhileRevalidateCancelled }?.severity == .warning)
      #expect(advice?.set.map(\.value) == ["max-age=60, s-maxage=600"])
    }
  }
}
