import HTTPCacheCore

/// An event that the driver passes to a run of `inspect --live`; indirect for the reason of `InspectionAction`.
indirect enum InspectionEvent: Sendable {
  /// The run may begin.
  case begin
  /// The next URLs, in their order.
  case named([NamedTarget])
  /// The addresses of the host of a URL; empty if the look-up found none.
  case located(TargetURI, [String])
  /// No URL is left in this round; with the exit codes of the sitemaps that could not be read.
  case noMoreTargets([ExitCode])
  /// A message about the sitemaps.
  case noticed(Message)
  /// The first answer to a question, or why there is none.
  case answered(Question, LiveAnswer)
  /// The content of the second answer to a question; nil if there is none.
  case contentRead(Question, ObservedContent?)
  /// The results of the probes and repetitions after an answer.
  case probed(Question, [ProbeReport], Repetition?)
  /// The judgement with this ticket; nil if the response is not one of those that count.
  case judged(Judgement?, ticket: Int)
  /// The time to wait has passed.
  case waited
  /// A signal asks the program to end, or nobody reads its output any more.
  case interrupted
}

/// The responses to one request, with the probes and repetitions after the last of them.
struct LiveAnswer: Sendable {
  let fetch: FetchResult
  /// The content of the final response; nil if it is not compared.
  let content: ObservedContent?
  /// When the final response was complete: before the probes, so that their duration does not make it older.
  let at: Instant
  /// What its document loads; nil if it is not looked for.
  var assets: FoundAssets?
  /// What its body shows, as far as its head has that matter.
  let shown: BodyEvidence
  /// The bytes of its body if it were coded as gzip; nil if it was not coded to see.
  let gzipLength: Int64?
  var probes: [ProbeReport] = []
  var repetition: Repetition?
  /// Whether its first redirect leads to the form of the page's name without `.html` or `index.html`, whose content is compared
  /// with the file.
  var isShortened = false

  init(
    _ fetch: FetchResult, content: ObservedContent? = nil, at: Instant, assets: FoundAssets? = nil,
    shown: BodyEvidence = BodyEvidence(), gzipLength: Int64? = nil
  ) {
    self.gzipLength = gzipLength
    (self.fetch, self.content, self.at, self.assets, self.shown) = (fetch, content, at, assets, shown)
  }

  /// The redirects that were followed, in their order.
  var redirects: [Served] { fetch.responses.filter(\.isFollowed) }

  /// The final response; nil if there is none.
  ///
  /// A response that arrived whole is one, even if its digest is wrong.
  var final: Served? {
    fetch.error == nil || fetch.error?.wrongDigest != nil
      ? fetch.served.flatMap { $0.isFollowed ? nil : $0 } : nil
  }
}

/// The URLs that a page, a style sheet or a manifest loads.
struct FoundAssets: Sendable {
  /// The URLs, each once, in the order of the document.
  var references: [AssetReference] = []
  /// How many more references the document has, beyond those that are kept.
  var others = 0
  /// Why the document can't be read, as the end of a sentence; nil if it can.
  var problem: String?
}
