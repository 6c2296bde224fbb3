import Foundation
import TestSupport
import Testing

@Suite("inspect --har: a log of real headless Chromium")
struct ChromiumHARTests {
  private static let chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }
  private static let node = ["/usr/bin/node", "/usr/local/bin/node"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  @Test(
    "what the browser's own cache answered is told from what the origin sent",
    .enabled(
      if: chromium != nil && node != nil, "chromium or node is not installed: apt-get install chromium nodejs"
    ))
  func recorded() throws {
    let chromium = try #require(Self.chromium)
    let node = try #require(Self.node)
    let date = ("Date", HTTPDateText.now())
    let origin = try Origin { request in
      switch request.path {
      case "/":
        .text(
          "<link rel=stylesheet href=/kept.css><img src=/never.svg><script src=/blocked.js></script>",
          fields: [("Content-Type", "text/html"), ("Cache-Control", "no-cache"), ("ETag", "\"1\""), date])
      case "/kept.css":
        .text(
          "a{}",
          fields: [("Content-Type", "text/css"), ("Cache-Control", "max-age=3600"), ("ETag", "\"2\""), date])
      case "/never.svg":
        .text("<svg/>", fields: [("Content-Type", "image/svg+xml"), ("Cache-Control", "no-store"), date])
      default: .text("", status: 404, fields: [date])
      }
    }
    let program = try BuiltProgram()
    let log = program.directory.file("chromium.har")
    let tool = PythonTools.root.appendingPathComponent("Tests/Tools/chromium_har.mjs").path
    let made = try Executable.command(node, tool, chromium, origin.url + "/", log)
    try #require(made.code == 0, "\(made.errors)")

    let run = try program(["inspect", "--har", log, "--json", "--profile", "urlcache"])
    #expect(run.code == 0, "\(run.errors)")
    let verdicts = try run.objects.map(JSONObject.init)
    let sheets = verdicts.filter { $0["url"] == origin.url + "/kept.css" }
    #expect(sheets.count == 2 && sheets.first?.codes("reasons").contains("urlcache-from-server") == true)
    #expect(sheets.last?.codes("reasons").contains("not-from-server") == true)
    #expect(sheets.allSatisfy { $0.object("freshness").int("lifetime") == 3600 })
    let images = verdicts.filter { $0["url"] == origin.url + "/never.svg" }
    #expect(!images.isEmpty && images.allSatisfy { $0.bool("storable") == false })
    #expect(run.errors.contains("skipped without a response"))
  }
}

/// Now, as an origin with a right clock says it.
enum HTTPDateText {
  static func now() -> String {
    let form = DateFormatter()
    form.locale = Locale(identifier: "en_US_POSIX")
    form.timeZone = TimeZone(identifier: "GMT")
    form.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return form.string(from: Date())
  }
}
