import Testing

@testable import HTTPCacheCore

@Suite("RFC 8216, ISO/IEC 23009-1: a playlist that its player asks for again", .timed)
struct PlaylistTests {
  private static let media = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:6\n#EXTINF:6.0,\na.ts\n"

  static let rows: [(rule: String, text: String, isLive: Bool)] = [
    ("a media playlist without an end", media, true),
    ("lines that end as on Windows", media.replacing("\n", with: "\r\n"), true),
    ("behind a mark of UTF-8", "\u{FEFF}" + media, true),
    ("segments alone", "#EXTM3U\n#EXTINF:6,\na.ts", true),
    ("of an event that goes on", media.replacing("VERSION:3", with: "PLAYLIST-TYPE:EVENT"), true),
    ("its end", media + "#EXT-X-ENDLIST\n", false),
    ("its end without an end of line", media + "#EXT-X-ENDLIST", false),
    ("a film", media.replacing("VERSION:3", with: "PLAYLIST-TYPE:VOD"), false),
    ("a multivariant playlist", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1280000\nlow.m3u8\n", false),
    ("a text", "Hello\n#EXTINF:6,\n", false), ("nothing", "", false),
    (
      "a dynamic description",
      "<?xml version=\"1.0\"?>\n<!-- live --><MPD xmlns=\"x\" type=\"dynamic\"><Period/></MPD>", true
    ),
    ("a static one", "<MPD type=\"static\"></MPD>", false),
    ("static unless it says so", "<MPD></MPD>", false),
    ("of which only the root counts", "<MPD><MPD type=\"dynamic\"/></MPD>", false),
  ]
  @Test("is live, whatever its pieces", arguments: rows)
  func live(_ row: (rule: String, text: String, isLive: Bool)) {
    let bytes = Array(row.text.utf8)
    for size in [1, 7, max(1, bytes.count)] {
      var scanner = PlaylistScanner()
      for start in stride(from: 0, to: bytes.count, by: size) {
        Array(bytes[start..<min(start + size, bytes.count)]).withUnsafeBytes { scanner.take($0) }
      }
      #expect(scanner.isLive() == row.isLive, "\(row.rule), \(size)")
    }
  }
}
