extension TargetURI {
  /// Whether this is the form without `.html` or `index.html` under which many hosts serve a page of the same origin:
  /// `/pricing` or `/pricing/` of `/pricing.html`, `/docs` or `/docs/` of `/docs/index.html`, and `/docs` of `/docs/`.
  package func isShortForm(of page: TargetURI) -> Bool {
    guard isSameOrigin(as: page), query == page.query else { return false }
    func decoded(_ path: String) -> [UInt8] { path.utf8.percentDecoded }
    let (own, full) = (decoded(path), decoded(page.path))
    let (index, ending, slash) = (Array("/index.html".utf8), Array(".html".utf8), UInt8(0x2F))
    let stem: ArraySlice<UInt8>
    if full.suffix(index.count) == index[...] {
      stem = full.dropLast(index.count)
    } else if full.suffix(ending.count) == ending[...], full.dropLast(ending.count).last != slash {
      stem = full.dropLast(ending.count)
    } else if full.last == slash {
      stem = full.dropLast()
    } else {
      return false
    }
    return own != full && (own[...] == stem && !stem.isEmpty || own == Array(stem) + [slash])
  }
}
