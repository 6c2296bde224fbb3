import Foundation
import TestSupport
import Testing

/// Notes how long each case of a suite's tests takes from its first instruction on, so that what it waited for the others to
/// leave it a thread is not its own.
///
/// A line a case is added to the file that `$HTTPCACHE_TEST_TIMES` names: seconds, suite, test, each behind a tab.
struct Timed: SuiteTrait, TestTrait, TestScoping {
  private static let file = ProcessInfo.processInfo.environment["HTTPCACHE_TEST_TIMES"].map {
    Guarded(open($0, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644))
  }

  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
  ) async throws {
    guard let file = Self.file else { return try await body() }
    let start = ContinuousClock.now
    defer { Self.note(ContinuousClock.now - start, test, file) }
    try await body()
  }

  private static func note(_ time: Duration, _ test: Test, _ file: Guarded<Int32>) {
    let id = "\(test.id)"
    let suite = id.prefix { $0 != "/" }.split(separator: ".").last ?? ""
    let name = (test.displayName ?? test.name).replacing(/[\t\n]/, with: " ")
    let line = Data("\(time / .seconds(1))\t\(suite)\t\(name)\n".utf8)
    file.use { descriptor in
      _ = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    }
  }
}

extension Trait where Self == Timed {
  /// Notes how long each test of the suite takes by itself, for what `make test` prints at its end.
  static var timed: Timed { Timed() }
}
