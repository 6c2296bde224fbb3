/// The hosts that have one owner, as far as their names show: `www.example.com` and `static.example.com`.
package struct Site: Sendable, Hashable {
  /// The common end of the site's host names, without a leading dot.
  package let name: String

  /// Takes a site by its name.
  package init(name: String) { self.name = name }

  /// Takes the last two labels of a host in lower case, or three if the last but one is as short as in
  /// `example.co.uk`.
  ///
  /// An address is a site of its own.
  package init(host: String) {
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 2, !host.hasPrefix("["), labels.last?.first?.isNumber == false else {
      name = host
      return
    }
    let isShort = labels[labels.count - 2].utf8.count <= 3 && (labels.last?.utf8.count ?? 0) == 2
    name = labels.suffix(isShort ? 3 : 2).joined(separator: ".")
  }

  /// Whether a host belongs to the site.
  package func contains(host: String) -> Bool {
    // Compare bytes, which is fast: this runs for each response of a log.
    var (host, name) = (host, name)
    return host.withUTF8 { host in
      name.withUTF8 { name in
        let rest = host.count - name.count
        guard rest == 0 || rest > 0 && host[rest - 1] == 0x2E else { return false }
        return UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(host)[rest...])
          .isEqual(to: UnsafeRawBufferPointer(name))
      }
    }
  }
}
