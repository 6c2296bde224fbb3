public import Foundation
public import HTTPCacheCore
import Testing

/// What docs/library.md says to write for `localizedDescription`; in another package it is retroactive.
extension FetchFailure: LocalizedError {
  /// The message.
  public var errorDescription: String? { message }
}

@Suite("The kinds of failures", .timed)
struct FetchFailureKindTests {
  static let rows: [(FetchError, FetchFailure.Kind)] = [
    (.transport(.nameUnknown("x")), .unreachable), (.transport(.unreachable("x")), .unreachable),
    (.transport(.proxyUnreachable("p:1", "x")), .unreachable),
    (.transport(.proxyRefused("p:1", status: 403, "x")), .refused),
    (.transport(.tls("x")), .untrusted), (.transport(.untrusted("x", isProxy: false)), .untrusted),
    (.transport(.timeout("x")), .timedOut), (.transport(.cutShort("x")), .cutShort),
    (.transport(.tooLong(expected: 1)), .badResponse), (.transport(.digestWrong("x")), .badResponse),
    (.transport(.malformedResponse), .badResponse), (.transport(.transferCoding("x")), .badResponse),
    (.transport(.headTooLarge()), .badResponse), (.tooManyRedirects(10), .badResponse),
    (.badRedirect("ftp://a.test/"), .badResponse), (.notInCache, .notInCache),
    (.store(.noPermission(path: "/x")), .cacheFailed), (.transport(.cancelled), .cancelled),
    (.readerClosed, .cancelled), (.transport(.libraryMissing("x")), .other),
    (.transport(.other("x")), .other), (.transport(.tooManyFiles(limit: 16)), .unreachable),
  ]

  @Test("each error has the kind by which a program handles it", arguments: rows)
  func kind(_ error: FetchError, _ kind: FetchFailure.Kind) {
    let failure = FetchFailure(error)
    #expect(failure.kind == kind && failure.isCancelled == (kind == .cancelled))
    #expect(failure.description == error.message)
  }

  @Test("the message is what Foundation shows")
  func localized() {
    let failure: any Error = FetchFailure(.notInCache)
    #expect(failure.localizedDescription == FetchError.notInCache.message)
  }
}
