extension Rule {
  /// Notes on the remote cache, which several users share.
  static let remote: [Rule] = [
    .remoteAnswered, .remoteAnsweredOnce, .remoteMissed, .remoteFailed, .remoteRefused, .remoteNotAsked,
    .remoteBodyUnusable, .remoteWritten, .remoteNotWritten,
  ]

  package static let remoteAnswered = Self(
    "remote-answered", .notes, "httpcache --remote", "the remote cache had it; it is kept here now")
  package static let remoteAnsweredOnce = Self(
    "remote-answered-once", .notes, "httpcache --remote", "the remote cache had it; it may not be kept here")
  package static let remoteMissed = Self(
    "remote-missed", .notes, "httpcache --remote", "the remote cache has nothing that may answer this")
  package static let remoteFailed = Self("remote-failed", .notes, "httpcache --remote") {
    "the remote cache could not be used: \($0.shown)"
  }
  package static let remoteRefused = Self("remote-refused", .notes, "httpcache --remote") {
    "the remote cache's document can't be read: \($0.shown)"
  }
  package static let remoteNotAsked = Self("remote-not-asked", .notes, "httpcache --remote") {
    "the remote cache is not asked: \($0.shown)"
  }
  package static let remoteBodyUnusable = Self(
    "remote-body-unusable", .notes, "httpcache --remote",
    "the remote cache has no whole body for it, or not the one that was stored there: the origin is asked")
  package static let remoteWritten = Self(
    "remote-written", .notes, "httpcache --remote-mode",
    "it goes to the remote cache too, once it is stored here")
  package static let remoteNotWritten = Self("remote-not-written", .notes, "httpcache --remote-mode") {
    "it does not go to the remote cache: \($0.shown)"
  }
}
