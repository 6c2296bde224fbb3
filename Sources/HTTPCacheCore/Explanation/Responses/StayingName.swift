/// A name of a file that stays while each release changes the content.
struct StayingName {
  /// What the file is, in words.
  let noun: String

  /// Whether the file is a script that a page loads; others decide which files are loaded, or are data.
  let isScript: Bool

  /// Whether the file says which packages there are in a place.
  let isIndex: Bool

  /// Whether versions before told a long lifetime of it as that of a page.
  let wasToldAsPage: Bool

  /// Whether it is the script of a service worker.
  var isServiceWorker: Bool { noun == Self.serviceWorker }

  private static let (serviceWorker, channel, index) = (
    "service worker", "release channel", "index of packages"
  )

  private struct Row: Sendable {
    let noun: String
    let names: [String]
    /// The beginnings and ends of more names.
    var patterns: [(beginning: String, end: String)] = []
    var isScript = false
    var isIndex = false
    /// Whether versions before knew the names, which they told as those of pages.
    var isOld = true
  }

  /// The names, in lower case.
  private static let rows = [
    Row(
      noun: "manifest",
      names: [
        "manifest.json", "asset-manifest.json", "build-manifest.json", "ngsw.json", "remoteentry.js",
        "remote_entry.js", "mf-manifest.json", "importmap.json", "blazor.boot.json", "assetmanifest.json",
        "assetmanifest.bin", "assetmanifest.bin.json", "fontmanifest.json",
      ], patterns: [("", ".webmanifest")]),
    Row(
      noun: "configuration",
      names: [
        "config.json", "config.js", "env.js", "env.json", "runtime-config.js", "settings.json",
        "version.json",
      ]),
    Row(
      noun: serviceWorker, names: ["sw.js", "serviceworker.js", "service-worker.js", "ngsw-worker.js"],
      patterns: [("", "-sw.js"), ("", "service_worker.js"), ("", "service-worker.js")]),
    // Of Sparkle and electron-updater.
    Row(noun: channel, names: ["appcast.xml"], patterns: [("latest", ".yml")]),
    // Channels under a name that each release keeps, and keys that are changed in turn.
    Row(
      noun: channel,
      names: ["latest", "stable.txt", "install.sh", "install.ps1", "updates.json", "jwks.json"],
      patterns: [("latest.", ""), ("latest-", "")], isOld: false),
    // Of Debian and Fedora.
    Row(
      noun: index,
      names: [
        "inrelease", "packages", "packages.gz", "packages.xz", "packages.bz2", "packages.zst", "repomd.xml",
      ], isIndex: true),
    // Of Maven, Alpine and Helm.
    Row(
      noun: index, names: ["maven-metadata.xml", "apkindex.tar.gz", "index.yaml"], isIndex: true, isOld: false
    ),
    Row(
      noun: "script", names: ["main.dart.js", "main.dart.mjs", "flutter_bootstrap.js", "flutter.js"],
      isScript: true),
  ]

  private static let rowsByName = Dictionary(
    uniqueKeysWithValues: rows.flatMap { row in row.names.map { ($0, row) } })

  private static let patterns = rows.flatMap { row in row.patterns.map { (pattern: $0, row: row) } }

  /// Looks up the name in a URL; nil if it is not known to stay.
  init?(_ target: TargetURI) {
    let path = String(Substring(target.path.utf8[...].trimming { $0 == 0x2F }))
    let name = path.lastSegment.asciiLowercased
    guard
      let row = Self.rowsByName[name] ?? Self.latest(name)
        ?? Self.patterns.first(where: {
          name.begins(with: $0.pattern.beginning) && name.hasSuffix($0.pattern.end)
        })?.row
    else { return nil }
    (noun, isScript, isIndex) = (row.noun, row.isScript, row.isIndex)
    wasToldAsPage = row.isOld && !row.isScript
  }

  /// The row of a release channel whose name says so before its extension: `app-latest.zip`.
  private static func latest(_ name: String) -> Row? {
    guard name.holds("-latest."), let dot = name.firstIndex(of: "."), name[..<dot].hasSuffix("-latest") else {
      return nil
    }
    return rowsByName["latest"]
  }
}
