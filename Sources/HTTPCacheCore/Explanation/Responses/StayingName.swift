/// A name of a file that stays while each release changes the content.
struct StayingName {
  /// What the file is, in words.
  let noun: String

  /// Whether the file is a script that a page loads; others decide which files are loaded, or are data.
  let isScript: Bool

  private struct Row: Sendable {
    let noun: String
    let names: [String]
    /// The beginnings and ends of more names.
    var patterns: [(beginning: String, end: String)] = []
    var isScript = false
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
      noun: "service worker", names: ["sw.js", "serviceworker.js", "service-worker.js", "ngsw-worker.js"],
      patterns: [("", "-sw.js"), ("", "service_worker.js"), ("", "service-worker.js")]),
    // Of Sparkle and electron-updater.
    Row(noun: "list of updates", names: ["appcast.xml"], patterns: [("latest", ".yml")]),
    // Of Debian and Fedora.
    Row(
      noun: "index of packages",
      names: [
        "inrelease", "packages", "packages.gz", "packages.xz", "packages.bz2", "packages.zst", "repomd.xml",
      ]),
    Row(
      noun: "script", names: ["main.dart.js", "main.dart.mjs", "flutter_bootstrap.js", "flutter.js"],
      isScript: true),
  ]

  /// Looks up the name in a URL; nil if it is not known to stay.
  init?(_ target: TargetURI) {
    let name =
      target.path.utf8.split(separator: 0x2F).last.map { String(Substring($0)).asciiLowercased } ?? ""
    guard
      let row = Self.rows.first(where: { row in
        row.names.contains(name)
          || row.patterns.contains { name.hasPrefix($0.beginning) && name.hasSuffix($0.end) }
      })
    else { return nil }
    (noun, isScript) = (row.noun, row.isScript)
  }
}
