/// A response field that decisions and findings read.
///
/// A head's lines are compared with these names once, when the head is made; asking later whether a field is present
/// then costs nothing.
enum KnownField: UInt8, CaseIterable, Sendable {
  case accessControlAllowOrigin, age, akamaiCacheControl, akamaiCacheStatus, cacheControl,
    cacheGroupInvalidation, cacheGroups, cacheStatus, cdnCache, cdnCacheControl, cfCacheStatus,
    clearSiteData, cloudflareCDNCacheControl, contentEncoding, contentLength, contentRange, contentType,
    date, etag, expires, lastModified, location, netlifyCDNCacheControl, noVarySearch, pragma,
    serverTiming, setCookie, surrogateControl, useAsDictionary, vary, vercelCDNCacheControl, warning,
    wwwAuthenticate, xAccelBuffering, xAccelExpires, xCache, xCached, xCacheHits, xCacheStatus, xFastCGICache,
    xLiteSpeedCache, xNginxCache, xProxyCache, xVarnish, xVercelCache

  /// The name as senders write it.
  var name: String {
    switch self {
    case .accessControlAllowOrigin: "Access-Control-Allow-Origin"
    case .age: "Age"
    case .akamaiCacheControl: "Akamai-Cache-Control"
    case .akamaiCacheStatus: "Akamai-Cache-Status"
    case .cacheControl: "Cache-Control"
    case .cacheGroupInvalidation: "Cache-Group-Invalidation"
    case .cacheGroups: "Cache-Groups"
    case .cacheStatus: "Cache-Status"
    case .cdnCache: "CDN-Cache"
    case .cdnCacheControl: "CDN-Cache-Control"
    case .cfCacheStatus: "CF-Cache-Status"
    case .clearSiteData: "Clear-Site-Data"
    case .cloudflareCDNCacheControl: "Cloudflare-CDN-Cache-Control"
    case .contentEncoding: "Content-Encoding"
    case .contentLength: "Content-Length"
    case .contentRange: "Content-Range"
    case .contentType: "Content-Type"
    case .date: "Date"
    case .etag: "ETag"
    case .expires: "Expires"
    case .lastModified: "Last-Modified"
    case .location: "Location"
    case .netlifyCDNCacheControl: "Netlify-CDN-Cache-Control"
    case .noVarySearch: "No-Vary-Search"
    case .pragma: "Pragma"
    case .serverTiming: "Server-Timing"
    case .setCookie: "Set-Cookie"
    case .surrogateControl: "Surrogate-Control"
    case .useAsDictionary: "Use-As-Dictionary"
    case .vary: "Vary"
    case .vercelCDNCacheControl: "Vercel-CDN-Cache-Control"
    case .warning: "Warning"
    case .wwwAuthenticate: "WWW-Authenticate"
    case .xAccelBuffering: "X-Accel-Buffering"
    case .xAccelExpires: "X-Accel-Expires"
    case .xCache: "X-Cache"
    case .xCached: "X-Cached"
    case .xCacheHits: "X-Cache-Hits"
    case .xCacheStatus: "X-Cache-Status"
    case .xFastCGICache: "X-FastCGI-Cache"
    case .xLiteSpeedCache: "X-LiteSpeed-Cache"
    case .xNginxCache: "X-Nginx-Cache"
    case .xProxyCache: "X-Proxy-Cache"
    case .xVarnish: "X-Varnish"
    case .xVercelCache: "X-Vercel-Cache"
    }
  }

  /// Finds the field of a line; nil for a name that is not among the cases.
  init?(_ line: BytePairs.Pair) {
    guard var place = Self.place(of: line.first) else { return nil }
    while let field = Self.table[place] {
      if line.isNamed(field.name) {
        self = field
        return
      }
      place = (place + 1) % Self.table.count
    }
    return nil
  }

  /// A hash table of the fields by the place of their name; on a collision, a field takes the next free place.
  private static let table: [Self?] = {
    var table: [Self?] = Array(repeating: nil, count: 256)
    for field in allCases {
      var name = field.name
      var place = name.withUTF8 { Self.place(of: UnsafeRawBufferPointer($0)) } ?? 0
      while table[place] != nil { place = (place + 1) % table.count }
      table[place] = field
    }
    return table
  }()

  /// A hash of the length, the first and the last letter of a name, without regard to case; nil for an empty name.
  private static func place(of name: UnsafeRawBufferPointer) -> Int? {
    guard let first = name.first, let last = name.last else { return nil }
    return (name.count &* 37 &+ Int(first | 0x20) &* 7 &+ Int(last | 0x20)) & 0xFF
  }
}

/// A set of known fields.
struct KnownFields: Sendable {
  private var bits: UInt64 = 0

  init() {}

  init(_ fields: [KnownField]) {
    for field in fields { insert(field) }
  }

  mutating func insert(_ field: KnownField) { bits |= 1 << UInt64(field.rawValue) }

  func contains(_ field: KnownField) -> Bool { bits & 1 << UInt64(field.rawValue) != 0 }

  /// Whether both have a field in common.
  func overlaps(_ other: Self) -> Bool { bits & other.bits != 0 }
}
