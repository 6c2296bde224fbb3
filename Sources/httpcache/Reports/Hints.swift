import HTTPCacheCore

// What the user can do about an error. The core speaks of values; which option sets a value is known here alone.

extension FetchResult {
  /// What the user can do about the error; nil where nothing helps.
  var hint: String? { remedy?.hint ?? error?.hint }
}

extension FetchRemedy {
  var hint: String {
    switch self {
    case .fetchTheRest: "what came is kept: fetch it again, and only the rest is asked for"
    case .serveStale: "--stale-if-unreachable would serve what is stored"
    }
  }
}

extension FetchWarning {
  /// The warning, with the option that would make it needless.
  var advice: String {
    switch self {
    case .message: text
    case .bodyTooLarge: "\(text); --max-entry-size raises the limit"
    }
  }
}

extension FetchError {
  var hint: String? {
    switch self {
    case .transport(let error): error.hint
    case .notInCache: "--explain says why; --policy cache-else-load or protocol would ask the origin"
    case .store(let error): error.hint
    case .tooManyRedirects: "--max-redirects allows more"
    case .badRedirect, .readerClosed: nil
    }
  }
}

extension TransportError {
  var hint: String? {
    switch self {
    case .libraryMissing: "install the package libcurl4 (macOS: curl)"
    case .tls: "--cacert FILE names a certificate to trust"
    case .timeout: "--max-time and --connect-timeout set the limits, --retry tries again"
    case .unreachable, .cutShort, .malformedResponse, .headTooLarge, .cancelled, .other: nil
    }
  }
}

extension StoreError {
  var hint: String? {
    switch self {
    case .newerSchema: "update httpcache, or use another --cache-dir"
    case .noDirectory, .foreignDatabase, .notDirectory, .notOurs: "use another --cache-dir"
    case .damaged: "the next fetch moves it aside and begins a new one"
    case .full: "free some space on its file system"
    case .unusable: "httpcache stats --repair sets the database aside and begins a new one"
    case .noPermission, .notMade: "check who owns the directory and its mode, or use another --cache-dir"
    case .damagedBody, .gone, .tooLarge, .locked, .io, .readOnly, .newerStored, .invalidatedMeanwhile: nil
    }
  }
}
