import Testing

@testable import HTTPCacheCore

@Suite("sitemaps.org, protocol 0.9: the URLs of a sitemap, found in its bytes", .timed)
struct SitemapReaderTests {
  typealias Row = (rule: String, text: String, found: String)

  static let rows: [Row] = [
    (
      "a sitemap",
      "<?xml version='1.0' encoding='UTF-8'?>\n<urlset xmlns='x'><url><loc>http://a.test/b</loc><lastmod>2026</lastmod></url><url><loc> \n http://a.test/c </loc></url></urlset>\n",
      "http://a.test/b http://a.test/c"
    ),
    (
      "a byte order mark", "\u{FEFF}<urlset><url><loc>http://a.test/b</loc></url></urlset>", "http://a.test/b"
    ),
    (
      "an index", "<sitemapindex><sitemap><loc>http://a.test/b.xml.gz</loc></sitemap></sitemapindex>",
      "http://a.test/b.xml.gz"
    ),
    (
      "XML Namespaces: prefixes", "<s:urlset><s:url><s:loc>http://a.test/b</s:loc></s:url></s:urlset>",
      "http://a.test/b"
    ),
    (
      "only the loc of a url counts",
      "<urlset><url><image><loc>http://a.test/no</loc></image><x:loc2>http://a.test/no</x:loc2><loc>http://a.test/b</loc></url><loc>http://a.test/no</loc></urlset>",
      "http://a.test/b"
    ),
    (
      "XML 4.6: entities",
      "<urlset><url><loc>http://a.test/?a=1&amp;b=&#50;&#x33;&apos;</loc></url></urlset>",
      "http://a.test/?a=1&b=23'"
    ),
    (
      "XML 2.7: CDATA", "<urlset><url><loc>http://a<![CDATA[.test/?a&b]]]>&amp;c</loc></url></urlset>",
      "http://a.test/?a&b]&c"
    ),
    (
      "XML 2.5, 2.6: comments and instructions",
      "<!-- <urlset> -- x --><?x <loc>?><urlset><!--x--><url><?y?><loc>http://a.test/<!-- c -->b</loc></url></urlset>",
      "http://a.test/b"
    ),
    (
      "XML 2.8: a document type is passed over",
      "<!DOCTYPE urlset [<!ENTITY e SYSTEM \"file:///etc/passwd\"> <!ELEMENT x (#PCDATA)>]><urlset><url><loc>http://a.test/b</loc></url></urlset>",
      "http://a.test/b"
    ),
    (
      "attributes may hold >", "<urlset a='>' b=\"/>\"><url c='<'><loc>http://a.test/b</loc></url ></urlset>",
      "http://a.test/b"
    ),
    (
      "empty elements", "<urlset><url/><url ><loc/><loc>http://a.test/b</loc></url></urlset >",
      "http://a.test/b bad"
    ),
    (
      "what is written as people write it", "<urlset><url><loc>http://a.test/ä b</loc></url></urlset>",
      "http://a.test/ä%20b"
    ),
    (
      "only http and https",
      "<urlset><url><loc>ftp://a.test/</loc></url><url><loc>/b</loc></url><url><loc></loc></url></urlset>",
      "bad bad bad"
    ),
    (
      "nothing counts behind the end",
      "<urlset></urlset> <a></b> <urlset><url><loc>http://a.test/</loc></url></urlset>", ""
    ),
    ("no URLs", "<urlset></urlset>", ""),
  ]

  private static func found(_ pieces: [ArraySlice<UInt8>]) throws(SitemapReader.Fault) -> [String] {
    var reader = SitemapReader()
    var found: [String] = []
    for piece in pieces {
      let result = piece.withUnsafeBytes { bytes in
        Result { () throws(SitemapReader.Fault) in try reader.take(bytes) { found.append($0.absolute) } }
      }
      try result.get()
    }
    try reader.finish { found.append($0.absolute) }
    return found + Array(repeating: "bad", count: reader.badCount)
  }

  @Test("wherever the bytes are cut", arguments: rows)
  func cut(_ row: Row) throws {
    let bytes = Array(row.text.utf8)
    let expected = row.found.split(separator: " ").map(String.init)
    for place in 0...bytes.count {
      #expect(try Self.found([bytes[..<place], bytes[place...]]) == expected, "\(row.rule), cut at \(place)")
    }
    #expect(try Self.found(bytes.indices.map { bytes[$0...$0] }) == expected, "\(row.rule), byte by byte")
  }

  static let faults: [(text: String, fault: SitemapReader.Fault)] = [
    ("", .notXML), ("hello", .notXML), ("{\"a\":1}", .notXML), ("<1>", .notXML),
    ("<urlset><a></b></urlset>", .notXML),
    ("<html></html>", .notSitemap("html")), ("<rss version='2'>", .notSitemap("rss")),
    ("<urlset><url>", .cutShort), ("<urlset><url><loc>http://a.test/", .cutShort),
    ("<urlset><url><loc>http://a.test/&e;</loc></url></urlset>", .notXML),
    ("<urlset><url><loc>&#xD800;</loc></url></urlset>", .notXML),
    ("<urlset><!ENTITY x></urlset>", .notXML), (String(repeating: "<urlset>", count: 100), .notXML),
  ]
  @Test("what is no sitemap is told", arguments: faults)
  func fault(_ row: (text: String, fault: SitemapReader.Fault)) {
    #expect(throws: row.fault) { try Self.found([Array(row.text.utf8)[...]]) }
  }

  @Test("a file holds 50,000 URLs at most, an index 1,000 sitemaps here")
  func bounds() throws {
    for (kind, entry, most) in [("urlset", "url", 50_000), ("sitemapindex", "sitemap", 1000)] {
      var reader = SitemapReader()
      var count = 0
      let text =
        "<\(kind)>" + String(repeating: "<\(entry)><loc>http://a.test/</loc></\(entry)>", count: most + 1)
      try Array(text.utf8).withUnsafeBytes { bytes in try reader.take(bytes) { _ in count += 1 } }
      #expect(count == most && reader.isCut && reader.count == most)
      // The rest is not read, and nothing is wrong with it.
      try reader.finish { _ in count += 1 }
    }
  }

  @Test("a URL that is too long is passed over")
  func long() throws {
    let text = "<urlset><url><loc>http://a.test/\(String(repeating: "x", count: 9000))</loc></url></urlset>"
    #expect(try Self.found([Array(text.utf8)[...]]) == ["bad"])
  }
}
