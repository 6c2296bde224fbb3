import HTTPCacheCore

/// The files of a directory that is deployed at a URL, as visitors ask for them.
struct DeployedFiles {
  /// Their URLs, sorted by their paths; `index.html` has that of its directory.
  private(set) var targets: [TargetURI] = []

  /// How many names begin with a dot.
  private(set) var hidden = 0

  /// How many files the user's patterns leave out.
  private(set) var excluded = 0

  /// The paths of the files, relative to the directory.
  private var paths: [String] = []

  /// Lists the files; the path of `base` ends with `/`.
  ///
  /// Left out are files and directories whose names begin with a dot, except `.well-known`, and what the patterns leave out.
  /// A link to a directory is not followed.
  init(in directory: String, at base: TargetURI, without patterns: [IgnorePattern]) {
    var waiting: [(folder: String, isLeftOut: Bool)] = [("", false)]
    while let (folder, isLeftOut) = waiting.popLast() {
      for name in LocalContent.names(in: "\(directory)/\(folder)") {
        let relative = folder + name
        guard !name.hasPrefix(".") || name == ".well-known" else {
          if !isLeftOut { hidden += 1 }
          continue
        }
        guard let kind = FileKind(of: "\(directory)/\(relative)", followsLinks: false) else { continue }
        let isLeftOut =
          isLeftOut || IgnorePattern.leavesOut(relative, isDirectory: kind == .directory, patterns)
        switch kind {
        case .directory: waiting.append((relative + "/", isLeftOut))
        case .file, .link: if isLeftOut { excluded += 1 } else { paths.append(relative) }
        default: break
        }
      }
    }
    paths.sort()
    let named = formsInPages(directory, base)
    targets = paths.compactMap { named[$0] ?? Self.target($0, base) }
  }

  /// The URL by which a link asks for a file whose name stands in it as it is.
  private static func target(_ relative: String, _ base: TargetURI) -> TargetURI? {
    let shown = relative.isIndex ? String(relative.dropLast(LocalContent.index.count)) : relative
    return try? TargetURI(base.origin + base.path + BrowserURL.path(ofFile: shown))
  }

  /// The URLs by which pages of the directory load files in another form than the usual one, by the path of the file:
  /// `%5Bslug%5D` and `[slug]` are two URLs to a cache.
  private func formsInPages(_ directory: String, _ base: TargetURI) -> [String: TargetURI] {
    // A name of other characters has one form.
    let doubtful = Set(paths.filter { !$0.utf8.allSatisfy { $0.isUnreservedInURI || $0 == 0x2F } })
    guard !doubtful.isEmpty else { return [:] }
    var forms: [String: TargetURI] = [:]
    for path in paths where path.hasSuffix(".html") || path.hasSuffix(".htm") {
      guard let page = Self.target(path, base) else { continue }
      var scanner = PageScanner(page)
      func see(_ reference: AssetReference) {
        let target = reference.target
        guard target.isSameOrigin(as: base), target.query == nil, target.path.hasPrefix(base.path) else {
          return
        }
        let named = TargetURI.decodingEscapes(String(target.path.dropFirst(base.path.count)))
        guard doubtful.contains(named) else { return }
        // The usual form is asked where a page has it, too.
        if forms[named] == nil || target == Self.target(named, base) { forms[named] = target }
      }
      LocalContent.read("\(directory)/\(path)") { scanner.take($0, see) }
      scanner.finish(see)
    }
    return forms
  }
}

extension DeployedFiles {
  /// What hosts of static files and pipelines of deployment read themselves, in the directory's root.
  private static let ofHosts: Set = [
    "_headers", "_redirects", "_routes.json", "_worker.js", "functions", "staticwebapp.config.json",
    "vercel.json",
    "netlify.toml", "web.config",
  ]

  /// The name in the directory's root by which hosts keep a file for themselves; nil for a file of the site.
  static func nameForHost(_ relative: String) -> String? {
    let first = String(relative.prefix { $0 != "/" })
    guard ofHosts.contains(first), first != "functions" || relative != first else { return nil }
    return relative == first ? first : first + "/"
  }
}

extension String {
  fileprivate var isIndex: Bool { self == LocalContent.index || hasSuffix("/\(LocalContent.index)") }
}
