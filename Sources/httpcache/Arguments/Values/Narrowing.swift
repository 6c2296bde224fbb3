import HTTPCacheCore

/// Which subjects are judged, checked and reported: all, or only the subjects of one host or site.
struct Narrowing: Equatable, Sendable {
  /// The host, in its canonical form; nil for any.
  let host: String?

  /// Whether only the site of the first URL counts.
  let isFirstParty: Bool

  /// The first party; nil until the first URL is known.
  private(set) var site: Site?

  /// Notes a URL: the first one's site is the first party.
  mutating func see(_ target: TargetURI) {
    if site == nil { site = Site(listed: target.host) }
  }

  /// Whether the subject with this URL counts.
  func includes(_ target: TargetURI) -> Bool {
    if let host, HostName.canonical(target.host) != host { return false }
    return !isFirstParty || site?.contains(host: target.host) != false
  }

  /// Whether an entry that could not be judged counts; an entry whose URL can't be read counts only if all subjects
  /// do.
  func includes(_ skipped: SkippedEntry) -> Bool {
    guard host != nil || isFirstParty else { return true }
    do throws(TargetURI.Malformed) {
      return includes(try TargetURI(recorded: skipped.url, allowsForeign: true))
    } catch {
      return false
    }
  }
}
