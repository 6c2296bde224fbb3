/// The kind of content that a response has, or that a URL promises.
///
/// Two questions have different answers: findings ask what came, and expectations, baselines and recipes ask what the name
/// promises, since they speak of URLs that nobody has asked for yet.
package enum AssetKind: String, Sendable, CaseIterable {
  /// HTML and XHTML.
  case page
  /// JavaScript and WebAssembly.
  case script
  case style, font
  /// Pictures, icons and SVG.
  case image
  /// Audio, video and playlists.
  case media
  /// RSS, Atom and JSON Feed.
  case feed
  /// JSON, XML, text, CSV, source maps and web manifests.
  case data
  /// Archives, PDF, documents of an office, installers, and bytes of no type.
  case download
  case other

  /// Finds what came: by Content-Type, and by the extension of the name only without one.
  package init(_ head: ResponseHead, at target: TargetURI) {
    let type = head.mediaType
    self = type.isEmpty ? Self(named: target) ?? .other : Self(type: type)
  }

  /// Finds what the name promises: by its extension where that names one kind, and by what came where it does not, as without
  /// one, or with `.xml`, `.json`, `.txt` or `.php`.
  package init(promisedBy target: TargetURI, _ head: ResponseHead) {
    self = Self(named: target) ?? Self(head, at: target)
  }

  /// Finds the kind by the extension of the name alone; nil where that names none, or more than one.
  package init?(named target: TargetURI) {
    let path = target.path
    guard let dot = path.utf8.lastIndex(of: 0x2E), !path.utf8[dot...].contains(0x2F) else { return nil }
    self.init(extension: path[dot...])
  }

  /// Finds the kind by an extension, with its dot; nil where that names none, or more than one.
  package init?(extension ending: some StringProtocol) {
    guard let kind = Self.byExtension[ending.dropFirst().asciiLowercased] else { return nil }
    self = kind
  }

  /// Finds the kind by a media type without parameters.
  private init(type: String) {
    if let kind = Self.byType[type] {
      self = kind
    } else if type.hasPrefix("image/") {
      self = .image
    } else if type.hasPrefix("video/") || type.hasPrefix("audio/") {
      self = .media
    } else if type.hasPrefix("font/") || Self.fontTypes.contains(where: type.hasPrefix) {
      self = .font
    } else if type.hasPrefix("application/xhtml") {
      self = .page
    } else if type.hasPrefix("text/") || type.hasSuffix("+json") || type.hasSuffix("+xml") {
      self = .data
    } else {
      self = Self.documentTypes.contains(where: type.hasPrefix) ? .download : .other
    }
  }

  /// Whether it is what a page is made of: a script, style, font or picture.
  package var isPartOfPage: Bool {
    switch self {
    case .script, .style, .font, .image: true
    case .page, .media, .feed, .data, .download, .other: false
    }
  }

  private static let fontTypes = ["application/font", "application/x-font"]

  private static let documentTypes = [
    "application/vnd.openxmlformats", "application/vnd.oasis.opendocument", "application/vnd.ms-excel",
    "application/vnd.ms-powerpoint",
  ]

  /// The types that their beginning does not tell.
  private static let byType: [String: AssetKind] = table([
    (.page, "text/html"),
    (
      .script,
      "text/javascript application/javascript application/x-javascript text/x-javascript application/ecmascript "
        + "text/ecmascript application/wasm"
    ),
    (.style, "text/css"), (.font, "application/vnd.ms-fontobject"),
    (
      .media,
      "application/vnd.apple.mpegurl application/x-mpegurl application/mpegurl application/dash+xml application/ogg "
        + "application/mp4"
    ),
    (.feed, "application/rss+xml application/atom+xml application/feed+json text/rss+xml text/atom+xml"),
    (.data, "application/json application/xml application/yaml application/x-yaml application/x-ndjson"),
    (
      .download,
      "application/octet-stream binary/octet-stream application/pdf application/zip application/x-zip-compressed "
        + "application/gzip application/x-gzip application/x-tar application/x-gtar application/x-compressed-tar "
        + "application/x-bzip2 application/x-xz application/zstd application/x-7z-compressed application/vnd.rar "
        + "application/x-rar-compressed application/java-archive application/vnd.android.package-archive "
        + "application/x-apple-diskimage application/x-msdownload application/x-msi application/x-ms-installer "
        + "application/vnd.debian.binary-package application/x-debian-package application/x-rpm "
        + "application/x-redhat-package-manager application/x-iso9660-image application/epub+zip application/msword "
        + "application/rtf application/postscript application/x-executable"
    ),
  ])

  /// The extensions, without their dot, that name one kind.
  private static let byExtension: [String: AssetKind] = table([
    (.page, "html htm xhtml"), (.script, "js mjs cjs wasm"), (.style, "css"),
    (.font, "woff2 woff ttf otf eot"),
    (.image, "png apng jpg jpeg gif svg webp avif jxl ico bmp tif tiff heic"),
    (.media, "mp4 m4v m4a webm weba mov avi mkv mp3 oga ogg ogv opus flac wav aac m3u8 mpd"),
    (.feed, "rss atom"), (.data, "map csv webmanifest geojson ndjson"),
    (
      .download,
      "pdf zip gz tgz bz2 xz zst 7z rar tar jar whl dmg exe msi pkg deb rpm apk iso epub doc docx xls xlsx ppt pptx odt ods"
    ),
  ])

  private static func table(_ rows: [(kind: AssetKind, names: String)]) -> [String: AssetKind] {
    var found: [String: AssetKind] = [:]
    for row in rows { for name in row.names.split(separator: " ") { found[String(name)] = row.kind } }
    return found
  }
}
