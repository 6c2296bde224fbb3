import Foundation
import TestSupport
import Testing

/// What a build tool puts onto a server: pages whose names stay, and files that each deployment names anew.
///
/// In names, `{hex8}` stands for as many hexadecimal digits, `{mix8}` for letters of both cases and digits, `{big8}` for capital
/// letters and digits.
struct BuildTool: CustomTestStringConvertible {
  let name: String
  let pages: [String]
  /// The page that later deployments have besides.
  let later: String
  let files: [String]

  var testDescription: String { name }

  static let all: [BuildTool] = [
    .init(
      name: "Vite", pages: ["/", "/about/", "/team/"], later: "/press/",
      files: ["/assets/index-{mix8}.js", "/assets/vendor-{mix8}.js", "/assets/index-{mix8}.css"]),
    .init(
      name: "webpack", pages: ["/", "/a.html", "/b.html"], later: "/c.html",
      files: [
        "/static/js/main.{hex8}.js", "/static/js/287.{hex8}.chunk.js", "/static/css/main.{hex8}.css",
      ]),
    .init(
      name: "Next.js", pages: ["/", "/blog/a", "/blog/b"], later: "/blog/c",
      files: [
        "/_next/static/chunks/main-{hex16}.js", "/_next/static/chunks/{hex16}.js",
        "/_next/static/css/{hex16}.css", "/_next/static/{mix21}/_buildManifest.js",
      ]),
    .init(
      name: "Nuxt", pages: ["/", "/news/one", "/news/two"], later: "/news/three",
      files: ["/_nuxt/{mix8}.js", "/_nuxt/entry.{hex8}.css"]),
    .init(
      name: "SvelteKit", pages: ["/", "/shop/hat", "/shop/coat"], later: "/shop/belt",
      files: [
        "/_app/immutable/entry/start.{mix8}.js", "/_app/immutable/chunks/{mix8}.js",
        "/_app/immutable/assets/0.{mix8}.css",
      ]),
    .init(
      name: "Astro", pages: ["/", "/post/one/", "/post/two/"], later: "/post/three/",
      files: ["/_astro/page.{mix8}.js", "/_astro/index.{mix8}.css"]),
    .init(
      name: "Gatsby", pages: ["/", "/docs/x/", "/docs/y/"], later: "/docs/z/",
      files: ["/app-{hex20}.js", "/framework-{hex20}.js", "/webpack-runtime-{hex20}.js"]),
    .init(
      name: "Parcel", pages: ["/", "/index.html", "/about.html"], later: "/jobs.html",
      files: ["/index.{hex8}.js", "/index.{hex8}.css", "/logo.{hex8}.svg"]),
    .init(
      name: "Angular", pages: ["/", "/en/", "/de/"], later: "/fr/",
      files: ["/main-{big8}.js", "/styles-{big8}.css", "/chunk-{big8}.js"]),
    .init(
      name: "esbuild", pages: ["/", "/one.html", "/two.html"], later: "/three.html",
      files: ["/dist/app-{big8}.js", "/dist/app-{big8}.css"]),
    .init(
      name: "Hugo", pages: ["/", "/posts/one/", "/posts/two/"], later: "/posts/three/",
      files: ["/css/main.min.{hex64}.css", "/js/app.{hex64}.js"]),
    .init(
      name: "Rails", pages: ["/", "/items/1", "/items/2"], later: "/items/3",
      files: [
        "/assets/application-{hex64}.js", "/assets/application-{hex64}.css", "/assets/logo-{hex64}.png",
      ]),
  ]

  /// A name with the versions of a deployment.
  private func named(_ pattern: String, in deployment: Int) -> String {
    guard let open = pattern.firstIndex(of: "{"), let close = pattern.firstIndex(of: "}") else {
      return pattern
    }
    let form = pattern[pattern.index(after: open)..<close]
    let count = Int(form.dropFirst(3)) ?? 0
    let letters = Array(
      form.hasPrefix("hex")
        ? "0123456789abcdef" : form.hasPrefix("big") ? "ABCDEFGH23456789" : "abcDEFghiJKL0123456789")
    // The same deployment always has the same names.
    var state = pattern.utf8.reduce(UInt64(deployment) &* 0x9E37_79B9_7F4A_7C15) { $0 &* 31 &+ UInt64($1) }
    let version = String(
      (0..<count).map { place -> Character in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let letter = letters[Int(state >> 33) % letters.count]
        // A word of letters alone is no version.
        return place == 1 ? "7" : place == 2 ? letters[form.hasPrefix("hex") ? 11 : 4] : letter
      })
    return pattern[..<open] + version + pattern[pattern.index(after: close)...]
  }

  /// What may get worse with a deployment.
  enum Fault: String, CaseIterable {
    case newPageIsKept, pageIsKept, fileIsNotKept, pageIsAnError, fileSetsCookie, fileIsGone
  }

  /// The names of the files of a deployment.
  func names(_ deployment: Int) -> [String] { files.map { named($0, in: deployment) } }

  /// The answers of a deployment as JSON Lines; `control` is what its files come with.
  func lines(
    _ deployment: Int, _ fault: Fault? = nil, control: String = "public, max-age=31536000, immutable"
  ) -> String {
    // From the second deployment on, there is one page more, and from the third on one less.
    var pages = pages.enumerated().filter { deployment < 3 || $0.offset != self.pages.count - 1 }.map(
      \.element)
    if deployment > 1 { pages.append(later) }
    let answers =
      pages.enumerated().map { place, path in
        let isKept = fault == .pageIsKept && place == 0 || fault == .newPageIsKept && path == later
        return Self.line(
          path, fault == .pageIsAnError && place == 0 ? 500 : 200, "text/html",
          isKept ? "max-age=86400" : "no-cache", tag: "p\(deployment)\(place)")
      }
      + files.enumerated().map { place, pattern in
        let isFaulty = place == 0
        return Self.line(
          named(pattern, in: deployment), fault == .fileIsGone && isFaulty ? 404 : 200, Self.type(pattern),
          fault == .fileIsNotKept && isFaulty ? "no-cache" : control,
          tag: "f\(deployment)\(place)", setsCookie: fault == .fileSetsCookie && isFaulty)
      }
    return answers.joined(separator: "\n") + "\n"
  }

  static func type(_ name: String) -> String {
    switch name.split(separator: ".").last {
    case "js": "text/javascript"
    case "css": "text/css"
    case "svg": "image/svg+xml"
    default: "image/png"
    }
  }

  private static func line(
    _ path: String, _ status: Int, _ type: String, _ control: String, tag: String, setsCookie: Bool = false
  ) -> String {
    let cookie = setsCookie ? #",["Set-Cookie","a=b"]"# : ""
    return #"{"url":"https://a.test\#(path)","method":"GET","status":\#(status),"#
      + #""received_at":"2026-01-12T16:45:57Z","request":[],"response":["#
      + #"["Date","Mon, 12 Jan 2026 16:45:57 GMT"],["Content-Type","\#(type)"],["#
      + #""Cache-Control","\#(control)"],["ETag","\"\#(tag)\""]\#(cookie)]}"#
  }
}

@Suite("Gates over deployments: red when something got worse, and only then", .timed)
struct InspectDeployGateTests {
  private static func inspect(
    _ program: BuiltProgram, _ tool: BuildTool, _ deployment: Int, _ fault: BuildTool.Fault? = nil,
    _ words: [String]
  ) throws -> Executable.Run {
    try program(
      ["inspect", "-q", "--jsonl", "-", "--format", "summary"] + words, stdin: tool.lines(deployment, fault))
  }

  @Test("an expectation file of the first deployment", arguments: BuildTool.all)
  func expectations(_ tool: BuildTool) throws {
    let program = try BuiltProgram()
    let file = program.directory.file("gate.json")
    #expect(try Self.inspect(program, tool, 1, nil, ["--write-expect-file", file]).code == 0)
    let gate = ["--expect-file", file, "--fail-on", "warning"]
    for deployment in 1...3 {
      let sound = try Self.inspect(program, tool, deployment, nil, gate)
      #expect(sound.code == 0, "\(deployment): \(sound.text)\(sound.errors)")
    }
    for fault in BuildTool.Fault.allCases {
      let worse = try Self.inspect(program, tool, 3, fault, gate)
      #expect(worse.code == 1, "\(fault): \(worse.text)\(worse.errors)")
    }
  }

  @Test("a baseline of a first deployment with a fault", arguments: BuildTool.all)
  func baselines(_ tool: BuildTool) throws {
    let program = try BuiltProgram()
    let file = program.directory.file("baseline.json")
    #expect(try Self.inspect(program, tool, 1, .fileIsNotKept, ["--write-baseline", file]).code == 0)
    for deployment in 1...3 {
      let known = try Self.inspect(program, tool, deployment, .fileIsNotKept, ["--baseline", file])
      #expect(known.code == 0, "\(deployment): \(known.text)\(known.errors)")
    }
    // In a recording an error status is no more than an info, which only a check on the status holds to.
    for fault in [BuildTool.Fault.fileSetsCookie, .fileIsGone] {
      let worse = try Self.inspect(program, tool, 3, fault, ["--baseline", file])
      #expect(worse.code == 1, "\(fault): \(worse.text)\(worse.errors)")
    }
  }

  @Test(
    "the expectations of a recipe: green with it before and after the next deployments, red without; nginx has the next names",
    arguments: BuildTool.all)
  func recipes(_ tool: BuildTool) throws {
    for server in ["nginx", "apache", "caddy", "varnish", "headers-file"] {
      let program = try BuiltProgram()
      let file = program.directory.file("cache.conf")
      func run(_ deployment: Int, _ control: String, _ words: [String]) throws -> Executable.Run {
        try program(
          ["inspect", "-q", "--jsonl", "-", "--format", "summary"] + words,
          stdin: tool.lines(deployment, control: control))
      }
      #expect(try run(1, "no-cache", ["--recipe", "\(server)=\(file)"]).code == 0)
      let text = String(decoding: program.directory.contents(of: "cache.conf") ?? [], as: UTF8.self)
      let gate = ["--expect-file", file + ".expect.json"]
      for deployment in 1...3 {
        let sound = try run(deployment, "max-age=31536000, immutable", gate)
        #expect(sound.code == 0, "\(server) \(deployment): \(sound.text)\(sound.errors)\n\(text)")
      }
      #expect(try run(1, "no-cache", gate).code == 1, "\(server)")
      guard server == "nginx" else { continue }
      let rules = text.split(separator: "\n").compactMap { $0.wholeMatch(of: /\ \ "~(.*)" [0-9]+;/)?.1 }
      for name in tool.names(2) + tool.names(3) {
        let asked = "a.test|GET||||200|\(BuildTool.type(name))|\(name)|no-cache|||"
        let isCovered = try rules.contains { rule in
          try NSRegularExpression(pattern: String(rule)).firstMatch(
            in: asked, range: NSRange(asked.startIndex..., in: asked)) != nil
        }
        #expect(isCovered, "\(asked)\n\(rules)")
      }
    }
  }
}
