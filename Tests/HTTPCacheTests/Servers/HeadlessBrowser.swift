import Foundation
import TestSupport
import Testing

/// Headless Chromium, which visits the pages of an origin as people do.
struct HeadlessBrowser {
  /// What came of a step.
  struct Visit {
    /// The title of the page at its end.
    let title: String

    /// What the page asked for: a status, or the cache that answered, and the URL without the origin.
    let asked: [String]

    /// The paths for which the origin was asked, and answered with a status.
    func paths(_ status: Int) -> [String] {
      asked.filter { $0.hasPrefix("\(status) ") }.map { String($0.dropFirst(4)) }
    }

    /// Whether the browser's own cache answered for a path.
    func isFromCache(_ path: String) -> Bool {
      asked.contains("disk \(path)") || asked.contains("memory \(path)")
    }
  }

  private static let chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }
  private static let node = ["/usr/bin/node", "/usr/local/bin/node"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Whether all that it needs is there; without it the tests that visit pages are skipped.
  static let isThere = chromium != nil && node != nil
  static let lacking: Comment = "chromium or node is not installed: apt-get install chromium nodejs"

  let origin: Origin

  /// Where the log is, and what the browser leaves.
  let directory: TemporaryDirectory

  /// The HAR log of all visits.
  var log: String { directory.file("chromium.har") }

  /// Starts the browser, takes these steps and ends it; Tests/Tools/chromium_har.mjs says what a step is, where a path here
  /// stands for the URL.
  @discardableResult
  func visit(_ steps: String...) throws -> [Visit] { try visit(steps) }

  /// The same for steps that are in a list; one with a whole URL stays as it is.
  func visit(_ steps: [String]) throws -> [Visit] {
    let tool = PythonTools.root.appendingPathComponent("Tests/Tools/chromium_har.mjs").path
    let words = steps.map { step in
      step.contains("://") ? step : step.replacing("/", with: origin.url + "/", maxReplacements: 1)
    }
    let run = try Executable.command(
      arguments: [#require(Self.node), tool, #require(Self.chromium), log] + words)
    try #require(run.code == 0, "\(run.errors)")
    return try run.objects.map { line in
      let asked = line["asked"] as? [String] ?? []
      return Visit(
        title: line["title"] as? String ?? "", asked: asked.map { $0.replacing(origin.url + "/", with: "/") })
    }
  }
}
