import Foundation
import TestSupport
import Testing

@Suite(
  "The check that a recipe writes guards the next deploy, and the one that is written of the site as mended does",
  .timed
)
struct RecipeGateTests {
  private struct Answer: Sendable {
    let path, type, control: String
    var setsCookie = false

    /// What a cache judges, received at once.
    var line: String {
      var fields = [
        ["Date", "Mon, 12 Jan 2026 16:45:57 GMT"], ["Content-Type", type], ["Cache-Control", control],
      ]
      fields += [["ETag", "\"a\""]] + (setsCookie ? [["Set-Cookie", "s=1"]] : [])
      let list = fields.map { field in "[" + field.map { $0.debugDescription }.joined(separator: ",") + "]" }
      return #"{"url":"https://a.test\#(path)","method":"GET","status":200,"request":[],"response":"#
        + #"[\#(list.joined(separator: ","))],"received_at":"2026-01-12T16:45:57Z","body_bytes":400}"#
    }
  }

  private static let hashes = ["3f9ac2d1", "77e0d1c2", "9d8c7b6a"]

  private static func post(_ name: String, _ control: String) -> Answer {
    Answer(path: "/blog/\(name)/", type: "text/html", control: control)
  }
  private static func account(_ name: String, _ control: String) -> Answer {
    Answer(path: "/account/\(name)", type: "text/html", control: control, setsCookie: true)
  }
  private static func script(_ hash: String, _ control: String, type: String = "text/javascript") -> Answer {
    Answer(path: "/assets/app.\(hash).js", type: type, control: control)
  }

  private static let year = "max-age=31536000, immutable"
  private static let judged =
    ["one", "two", "three"].map { post($0, "max-age=864000") }
    + ["orders", "mail", "profile"].map { account($0, "max-age=600") }
    + hashes.map { script($0, "max-age=60") }
  private static let mended =
    ["one", "two", "three"].map { post($0, "no-cache") }
    + ["orders", "mail", "profile"].map { account($0, "private, max-age=600") }
    + hashes.map { script($0, year) }

  /// What a deploy did to a URL that was judged, and to one that is new.
  private static let faults: [(what: String, old: Answer, new: Answer)] = [
    ("a section loses no-cache", post("one", "max-age=864000"), post("four", "max-age=864000")),
    ("a page becomes public", account("mail", "public, max-age=600"), account("news", "public, max-age=600")),
    (
      "a hashed file comes without immutable", script(hashes[0], "max-age=31536000"),
      script("0badc0de", "max-age=31536000")
    ),
    (
      "a script comes as a page", script(hashes[0], "no-cache", type: "text/html"),
      script("0badc0de", year, type: "text/html")
    ),
  ]

  /// `expires` can't send `private` beside a lifetime, and a location with fields of its own goes without `immutable`.
  private static let outOfReachOfNginx: Set = [
    "a page becomes public", "a hashed file comes without immutable",
  ]

  private static let sound = [
    post("four", "no-cache"), account("news", "private, max-age=600"), script("0badc0de", year),
    Answer(path: "/assets/config.js", type: "text/javascript", control: "no-cache"),
    Answer(path: "/blog/teaser.png", type: "image/png", control: "max-age=86400"),
    Answer(path: "/blog/one/picture.png", type: "image/png", control: "max-age=86400"),
    Answer(path: "/news/first/", type: "text/html", control: "no-cache"),
    Answer(path: "/news/second/", type: "text/html", control: "no-cache"),
  ]

  /// The servers whose rules are for families, and those that name judged URLs alone.
  static let forms: [(server: String?, hasFamilies: Bool)] = [
    ("nginx", true), ("varnish", true), ("apache", false), ("caddy", false), ("headers-file", false),
    (nil, true),
  ]

  @Test("red for each fault by itself, and green for what is new and sound", arguments: forms)
  func gate(_ form: (server: String?, hasFamilies: Bool)) throws {
    let program = try BuiltProgram()
    func inspect(_ answers: [Answer], _ words: [String]) throws -> Executable.Run {
      try program(
        ["inspect", "--jsonl", "-", "-q"] + words, stdin: answers.map { $0.line + "\n" }.joined())
    }
    var file = program.directory.file("gate.json")
    if let server = form.server {
      let recipe = program.directory.file("cache.conf")
      #expect(try inspect(Self.judged, ["--recipe", "\(server)=\(recipe)"]).code == 0)
      file = recipe + ".expect.json"
    } else {
      #expect(try inspect(Self.mended, ["--write-expect-file", file]).code == 0)
    }
    func check(_ answers: [Answer]) throws -> Executable.Run {
      try inspect(answers, ["--expect-file", file])
    }
    let entries = String(decoding: FileManager.default.contents(atPath: file) ?? Data(), as: UTF8.self)
    for fault in Self.faults where !(form.server == "nginx" && Self.outOfReachOfNginx.contains(fault.what)) {
      let run = try check(Self.mended.filter { $0.path != fault.old.path } + [fault.old])
      #expect(run.code == 1, "\(fault.what): \(run.errors)\(entries)")
      guard form.hasFamilies else { continue }
      let new = try check(Self.mended + [fault.new])
      #expect(new.code == 1, "\(fault.what), at a new URL: \(new.errors)\(entries)")
    }
    let run = try check(Self.mended + Self.sound)
    #expect(run.code == 0, "\(run.text)\(run.errors)\(entries)")
  }
}
