/// Reads a playlist piece by piece, and finds whether it is live: a player then asks for it again, since the server adds to it.
///
/// Live are a media playlist of HLS without an end (RFC 8216 §4.3.3.4, §6.2.1), and a dynamic description of DASH
/// (ISO/IEC 23009-1, MPD@type). A multivariant playlist names others, and is not.
package struct PlaylistScanner {
  /// The most bytes of a line that are kept; no tag that matters here is longer.
  private static let longestLine = 64

  private var line: [UInt8] = []
  private var isFirstLine = true
  private var isHLS = false
  private var isMedia = false
  private var hasEnd = false
  private var markup = HTMLTokenizer(wanted: ["type"])
  private var isDynamic: Bool?

  package init() {}

  /// Takes the next bytes of the content, which may be cut anywhere.
  package mutating func take(_ bytes: UnsafeRawBufferPointer) {
    if isFirstLine || isHLS {
      for byte in bytes {
        if byte == 0x0A || byte == 0x0D {
          endLine()
          if !isFirstLine, !isHLS { break }
        } else if line.count < Self.longestLine {
          line.append(byte)
        }
      }
    }
    guard !isHLS, isDynamic == nil else { return }
    var isDynamic = isDynamic
    markup.take(bytes) { token in
      // Only the root of a description has this name.
      if case .tag(let tag) = token, tag.name == "mpd", isDynamic == nil {
        isDynamic = tag["type"]?.asciiLowercased == "dynamic"
      }
    }
    self.isDynamic = isDynamic
  }

  /// Whether the content, which has come to its end, is a live playlist.
  package mutating func isLive() -> Bool {
    endLine()
    return isHLS && isMedia && !hasEnd || isDynamic == true
  }

  private mutating func endLine() {
    guard !line.isEmpty else { return }
    let text = line[...]
    if isFirstLine {
      isHLS = text.withoutByteOrderMark.beginsIgnoringCase(with: "#extm3u")
      isFirstLine = false
    } else if text.beginsIgnoringCase(with: "#extinf")
      || text.beginsIgnoringCase(with: "#ext-x-targetduration")
    {
      isMedia = true
    } else if text.beginsIgnoringCase(with: "#ext-x-endlist")
      || text.beginsIgnoringCase(with: "#ext-x-playlist-type:vod")
    {
      hasEnd = true
    }
    line.removeAll(keepingCapacity: true)
  }
}
