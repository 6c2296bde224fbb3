/// What the body of a response shows, as far as it was looked for and read to its end.
package struct BodyEvidence: Sendable, Hashable {
  /// The files of its own site that the page names by their content; nil for what is no page, or if unknown.
  package var files: PageFiles?

  /// The token of the page's forms; nil if it has none, or is unknown.
  package var token: FormToken?

  /// Whether it is a playlist whose player asks for it again to learn what was added.
  package var isLivePlaylist = false

  package init() {}

  /// Leaves out what does not matter.
  package mutating func keep(_ sought: BodySearch) {
    if !sought.contains(.files) { files = nil }
    if !sought.contains(.token) { token = nil }
    if !sought.contains(.playlist) { isLivePlaylist = false }
  }
}

/// What is looked for in the body of a response; nothing where the head tells that it can't matter.
package struct BodySearch: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The files that a page names by their content.
  package static let files = BodySearch(rawValue: 1)

  /// The token of a page's forms.
  package static let token = BodySearch(rawValue: 2)

  /// Whether a playlist is live.
  package static let playlist = BodySearch(rawValue: 4)

  /// All that pages can show.
  package static let ofPages: BodySearch = [.files, .token]

  /// Decides by the head of an answer to GET.
  package init(_ head: ResponseHead, at target: TargetURI, receivedAt: Instant) {
    guard head.status == 200 else {
      self = []
      return
    }
    let shared = SharedUse(head, receivedAt: receivedAt)
    switch AssetKind(head, at: target) {
    case .page:
      self = []
      if PageFilesFindings.matter(to: head, receivedAt: receivedAt)
        || KeptPageFindings.matter(to: head, shared)
      {
        insert(.files)
      }
      if shared.span > 0 || shared.isShown { insert(.token) }
    case .media, .feed, .data, .download, .other:
      let own = FreshnessLifetime(head, receivedAt: receivedAt, role: .private)
      let isKept = max(own.seconds ?? 0, shared.span) > ChangingData.playlistLimit
      self = Self.mayBePlaylist(head, at: target) && isKept ? .playlist : []
    case .script, .style, .font, .image: self = []
    }
  }

  /// Whether the type, or without one of its own the name, is that of a playlist of HLS or DASH.
  private static func mayBePlaylist(_ head: ResponseHead, at target: TargetURI) -> Bool {
    let type = head.mediaType
    if namesPlaylist(type: type) { return true }
    guard type.isEmpty || ["text/plain", "octet-stream", "xml"].contains(where: type.holds) else {
      return false
    }
    let path = target.path.asciiLowercased
    return path.hasSuffix(".m3u8") || path.hasSuffix(".mpd")
  }

  /// Whether a type in lower case is that of a playlist.
  package static func namesPlaylist(type: String) -> Bool { type.holds("mpegurl") || type.holds("dash+xml") }
}

/// How long shared caches may give a response unasked, as its head tells, and whether one was seen to.
struct SharedUse {
  /// The longest time, in seconds, of the kinds of shared caches; 0 if each asks or may not store it.
  let span: Seconds

  /// The longest lifetime, in seconds, of those that may store it; 0 if there is none.
  let lifetime: Seconds

  /// Whether a cache on the way gave the response from its store.
  let isShown: Bool

  init(_ head: ResponseHead, receivedAt: Instant) {
    var (span, longest) = (0 as Seconds, 0 as Seconds)
    for head in head.sharedReadings {
      let control = head.cacheControl(for: .shared)
      guard !control.contains("no-store"), !control.isUnqualified("private") else { continue }
      let lifetime = FreshnessLifetime(head, receivedAt: receivedAt, role: .shared)
      span = max(span, head.unaskedSpan(lifetime, under: control, role: .shared))
      longest = max(longest, lifetime.seconds ?? 0)
    }
    (self.span, lifetime, isShown) = (span, longest, EdgeReport(head).provesStore || head.ageValue > 0)
  }
}
