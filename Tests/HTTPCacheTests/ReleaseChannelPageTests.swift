import Foundation
import TestSupport
import Testing

@Suite("docs/release-channel.md: which node is behind, and for how long its file may be held", .timed)
struct ReleaseChannelPageTests {
  private static let released = #"{"version":"1.4.2"}"#
  private static let former = #"{"version":"1.4.1"}"#

  /// The commands of the page, in their order.
  private static func commands() throws -> [String] {
    let page = try String(
      contentsOf: PythonTools.root.appendingPathComponent("docs/release-channel.md"), encoding: .utf8)
    return page.components(separatedBy: "\n```sh\n").dropFirst().map {
      $0.components(separatedBy: "\n```")[0] + "\n"
    }
  }

  /// Two nodes of one name: an nginx that is a cache at two addresses, each before an origin of its own.
  private static func nodes(_ second: Origin, before first: Origin) throws -> InstalledServer {
    let directory = try TemporaryDirectory()
    let path = directory.path
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
      "\($0)_temp_path \(path)/\($0);"
    }
    return try InstalledServer("nginx", in: directory) { port in
      let servers = [("127.0.0.1", first, "one"), ("127.0.0.2", second, "two")].map { address, origin, zone in
        """
        proxy_cache_path \(path)/\(zone) keys_zone=\(zone):1m;
        server { listen \(address):\(port); location / { proxy_pass \(origin.url); proxy_cache \(zone);
          add_header X-Cache-Status $upstream_cache_status; } }
        """
      }
      let configuration = """
        daemon off; pid \(path)/pid; error_log \(path)/error.log; worker_processes 1;
        events {}
        http { access_log off; \(temporary.joined(separator: " "))
          \(servers.joined(separator: "\n")) }
        """
      return ["-c", try directory.write(configuration, to: "nginx.conf"), "-p", path]
    }
  }

  private static func origin(_ content: String, _ control: String) throws -> Origin {
    try Origin { _ in
      .text(
        content,
        fields: [
          ("Date", HTTPClock.now), ("Content-Type", "application/json"), ("Cache-Control", control),
          ("ETag", "\"\(content.count)-\(content.utf8.reduce(0) { $0 &* 31 &+ Int($1) })\""),
        ])
    }
  }

  #if os(Linux)
  private static let hasNodes = Nginx.isThere
  #else
  // 127.0.0.2 is no address there.
  private static let hasNodes = false
  #endif

  private static let channels:
    [(what: String, second: String, control: String, codes: [Int32], says: [String])] = [
      ("sound", released, "no-cache", [0, 0, 0], ["everything holds", "", "everything holds"]),
      (
        "one node has the file of before", former, "max-age=60", [1, 0, 1],
        ["127.0.0.2: same-as=latest.json does not hold", "", "127.0.0.2: same-as=latest.json does not hold"]
      ),
      (
        "it may be held for a day", released, "max-age=86400", [0, 1, 1],
        ["", "lifetime<=5m does not hold: 1 day", "lifetime<=5m does not hold: 1 day"]
      ),
    ]
  @Test("each command of the page, as pasted", .enabled(if: hasNodes), arguments: channels)
  func channel(_ row: (what: String, second: String, control: String, codes: [Int32], says: [String])) throws
  {
    let (first, second) = (
      try Self.origin(Self.released, row.control), try Self.origin(row.second, row.control)
    )
    let nodes = try Self.nodes(second, before: first)
    let program = try BuiltProgram()
    _ = try program.directory.write(Self.released, to: "latest.json")
    let path = URL(fileURLWithPath: program.executable.program).deletingLastPathComponent().path
    let name = "dl.example.com:\(nodes.port)"
    let commands = try Self.commands()
    try #require(commands.count == row.codes.count)
    for (index, command) in commands.enumerated() {
      let text = command.replacingOccurrences(of: "https://dl.example.com", with: "http://\(name)")
        .replacingOccurrences(of: "--within 10m", with: "--within 0.2")
        .replacingOccurrences(of: "--live", with: "--live --resolve \(name):127.0.0.1,127.0.0.2")
      let script = try program.directory.write(text, to: "script")
      let run = try Executable.command(
        arguments: [
          "env", "PATH=\(path):/usr/bin:/bin", "HOME=\(program.directory.path)", "sh", "-c",
          "cd '\(program.directory.path)' && sh '\(script)'",
        ])
      #expect(run.code == row.codes[index], "\(row.what), \(command): \(run.text)\(run.errors)")
      let said = (run.text + run.errors).replacingOccurrences(of: "\n  ", with: " ")
      let says = row.says[index]
      if !says.isEmpty {
        #expect(said.contains(says), "\(row.what), \(command): \(said)")
      }
    }
  }
}
