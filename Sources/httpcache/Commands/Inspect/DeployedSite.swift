import HTTPCacheCore

extension InspectCommand {
  /// The URLs of all files in the directories that one URL is compared with; nil if only the named URLs are
  /// requested.
  func deployed() throws(UsageError) -> [TargetURI]? {
    guard let base = judge.requirements.base, options.inputFile == nil, options.sitemaps.isEmpty,
      options.live.assets == nil, !judge.requirements.directories.isEmpty
    else {
      guard options.live.excluded.isEmpty else {
        throw UsageError(
          "--exclude leaves out files of a directory, and none is asked for as a whole",
          hint: "httpcache inspect --live --expect same-as=dist --exclude '*.map' https://example.com/")
      }
      return nil
    }
    var targets: [TargetURI] = []
    for directory in judge.requirements.directories {
      let files = DeployedFiles(in: directory, at: base, without: options.live.excluded)
      guard !files.targets.isEmpty else { throw UsageError("--expect: there is no file in \(directory)") }
      if let remark = files.remark, !global.isQuiet { terminal.say("httpcache: \(directory): \(remark)") }
      targets += files.targets.filter { !targets.contains($0) }
    }
    return targets
  }
}

extension DeployedFiles {
  /// What was left out, in words; nil if nothing was.
  fileprivate var remark: String? {
    let parts = [
      hidden > 0 ? "\(hidden.counted("name")) that \(hidden == 1 ? "begins" : "begin") with a dot" : nil,
      excluded > 0 ? "\(excluded.counted("file")) by --exclude" : nil,
    ].compactMap(\.self)
    return parts.isEmpty ? nil : "left out: \(parts.asList)"
  }
}

extension Requirements {
  /// Whether a check compares the content of a URL with a file of a directory.
  func comparesDirectory(_ target: TargetURI) -> Bool {
    asksForContent && files(for: target).contains(where: LocalContent.isOfDirectory)
  }

  /// The name by which hosts keep the file for a URL for themselves, if the answer shows that this one does: 404, 403, or the
  /// page that stands for what is missing; nil for a file of the site.
  func nameForHost(
    _ target: TargetURI, status: Int, content: ObservedContent?, files: (LocalContent.Name) -> LocalFile
  ) -> String? {
    guard let base, asksForContent else { return nil }
    for named in self.files(for: target) {
      guard let name = LocalContent.path(named).flatMap(DeployedFiles.nameForHost) else { continue }
      if status == 404 || status == 403 { return name }
      let others = ["index.html", "404.html"].compactMap { try? base.resolving($0) }
      let isPage = others.contains { other in
        let page = files(LocalContent.Name(path: named.path, place: named.place, target: other)).content
        return page.isRead && page == content
      }
      if isPage { return name }
    }
    return nil
  }
}
