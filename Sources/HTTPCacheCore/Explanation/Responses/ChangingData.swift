/// Data that is asked for again under one URL, in order to see what is new: a feed, a manifest, an index of packages or a
/// release channel.
struct ChangingData {
  /// What it is, in words.
  let noun: String

  /// Whether it says what there is in a place, so that a version above it does not name its content.
  let isIndex: Bool

  /// For how long it may be fresh, in seconds, before who has it misses what is new.
  var most: Seconds { noun == Self.playlist ? Self.playlistLimit : 86_400 }

  private static let playlist = "live playlist"

  /// For how long a live playlist may be fresh, in seconds: a player stalls long before.
  static let playlistLimit: Seconds = 60

  /// Nil for other content.
  init?(_ facts: Facts) {
    let (kind, type) = (facts.kind, facts.head.mediaType)
    if facts.context.shown.isLivePlaylist {
      (noun, isIndex) = (Self.playlist, true)
    } else if kind == .feed {
      (noun, isIndex) = ("feed", false)
    } else if type == "application/manifest+json" {
      (noun, isIndex) = ("manifest", false)
    } else if Self.packageTypes.contains(where: type.hasPrefix), !Self.namesDigest(facts.request.target) {
      (noun, isIndex) = ("index of packages", true)
    } else if let name = facts.stayingName, !name.isScript, !name.isServiceWorker,
      kind != .page && kind != .image
    {
      (noun, isIndex) = (name.noun, name.isIndex)
    } else {
      return nil
    }
  }

  /// The beginnings of types, each of which says what versions there are: of PyPI, npm and container registries.
  private static let packageTypes = [
    "application/vnd.pypi.simple", "application/vnd.npm.install", "application/vnd.oci.image.manifest",
    "application/vnd.oci.image.index", "application/vnd.docker.distribution.manifest",
  ]

  /// Whether the content of a URL never changes, or matters to no visitor: what is named by its digest, source maps, and what
  /// the name promises to be none of the kinds of data, whatever its type says.
  static func staysTheSame(at target: TargetURI) -> Bool {
    switch AssetKind(named: target) {
    case .image, .font, .media, .download: return true
    case .page, .script, .style, .feed, .data, .other, nil:
      return namesDigest(target) || isDigest(String(target.path.lastSegment))
        || target.path.asciiLowercased.hasSuffix(".map")
    }
  }

  /// Whether the name of a file, before its extension, is nothing but the digits of a digest: of 128 bits or more.
  private static func isDigest(_ name: String) -> Bool {
    guard let dot = name.utf8.firstIndex(of: 0x2E) else { return false }
    let stem = name.utf8[..<dot]
    return stem.count >= 32 && stem.allSatisfy { $0.hexValue != nil }
  }

  /// Whether a registry was asked for a digest, whose content never changes, and not for a tag.
  private static func namesDigest(_ target: TargetURI) -> Bool {
    let name = target.path.lastSegment.asciiLowercased
    return ["sha256:", "sha512:", "sha256%3a", "sha512%3a"].contains(where: name.hasPrefix)
  }
}

extension Facts {
  /// Whether the content is of a kind that changes under its name: a page, script, style, feed or data.
  var changesUnderItsName: Bool {
    switch kind {
    case .page, .script, .style, .feed, .data: true
    case .font, .image, .media, .download, .other:
      ChangingData(self) != nil
    }
  }

  /// Whether it is the script of a service worker: the request says so, or the usual name does.
  var isServiceWorker: Bool {
    guard kind != .page, kind != .image else { return false }
    return request.fields.first("Service-Worker")?.asciiLowercased == "script"
      || stayingName?.isServiceWorker == true
  }
}
