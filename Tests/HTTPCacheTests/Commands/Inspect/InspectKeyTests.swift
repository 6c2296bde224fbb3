import TestSupport
import Testing

@Suite("inspect --live --map-key", .timed)
struct InspectKeyTests {
  @Test(
    "the maps of real caches equal the configurations that made their keys; `make edge` asks 200",
    .enabled(if: NginxEdge.isThere))
  func generated() async throws {
    let program = try Executable().program
    let run = try await Executable.waiting(
      forCommand: "python3", InstalledServer.tool("edge_keys.py"), program, "2")
    #expect(run.code == 0 && run.text.contains("nginx: 2 of 2"), "\(run.text)\n\(run.errors)")
  }

  @Test(
    "the map is a member of the verdict, a row an input; with --against that of the other deployment, too")
  func verdict() throws {
    let kept = Guarded([String: Int]())
    let origin = try Origin { request in
      let isStored = kept.use { kept in
        kept[request.target, default: 0] += 1
        return kept[request.target, default: 0] > 1
      }
      return .fresh(fields: [("X-Cache", isStored ? "HIT" : "MISS")])
    }
    let other = try Origin(always: .fresh())
    let program = try BuiltProgram()
    let run = try program(
      ["inspect", "--live", "--json", "--map-key", "--against", other.url, "\(origin.url)/page"])
    let subject = try #require(try run.objects.map(JSONObject.init).first)
    let key = (subject.members["key"] as? [[String: Any]] ?? []).map(JSONObject.init)
    #expect(key.map { $0["input"] }.first == "query-order" && key.count == 13, "\(run.text) \(run.errors)")
    #expect(key.first?.members["in_key"] as? Bool == true && key.last?.members["in_key"] as? Bool == false)
    #expect(subject.codes("findings").contains("key-splits-needlessly"))
    let asked = origin.requests.dropFirst()
    #expect(asked.count <= 160 && asked.allSatisfy { $0.target.contains("hc-probe=") && $0.method == "GET" })
    let text = try program.inspect("--live", "--map-key", "\(origin.url)/page").text
    #expect(text.contains("in the key") && text.contains("No-Vary-Search: params=(\"gclid\")"), "\(text)")
  }

  @Test("--dry-run shows each request of the map, and sends none")
  func rehearsed() throws {
    let origin = try Origin(always: .fresh())
    let run = try BuiltProgram().inspect("--live", "--map-key", "--dry-run", "\(origin.url)/page")
    #expect(run.code == 0 && run.text.contains("139 requests, none of them sent"), "\(run.text.prefix(300))")
    #expect(origin.requests.isEmpty)
  }
}
