import Foundation
import Testing

@testable import HTTPCacheCore

@Suite("The map of a cache's key", .timed)
struct KeyProbeTests {
  typealias Script = ScriptedServer.Script
  typealias Input = KeyRow.Input

  /// What a key has, or what content depends on.
  struct Parts: Sendable {
    var inputs: Set<Input>

    /// The parts of a request in one string.
    func text(_ request: RequestHead) -> String {
      var path = request.target.path
      if !inputs.contains(.pathCase) { path = path.asciiLowercased }
      if !inputs.contains(.trailingSlash), path.hasSuffix("/") { path = String(path.dropLast()) }
      var query = (request.target.query ?? "").split(separator: "&").map(String.init)
      query = query.filter { parameter in
        let name = parameter.split(separator: "=")[0]
        if name == "hc-probe" { return true }
        if let input = Input(rawValue: String(name)) { return inputs.contains(input) }
        return inputs.contains(.unknownParameter)
      }
      if !inputs.contains(.queryOrder) { query.sort() }
      let fields = inputs.compactMap { input in input.field.map { "\($0)=\(request.fields.first($0) ?? "")" }
      }
      return ([path] + query + fields.sorted()).joined(separator: " ")
    }
  }

  private func rows(_ edge: ScriptedEdge, _ origin: @escaping Script) throws -> ProbeReport {
    let server = ScriptedServer(url: "http://site.test/Docs/page", script: edge.before(origin))
    return try #require(try server.reports([.key]).first)
  }

  private static func origin(_ parts: Parts) -> Script {
    { answer, request, _ in
      // The name of the query that is the probe's own stands in every page, as in one that links to itself.
      answer.status = 200
      answer.body = Array(parts.text(request).utf8)
      answer["Content-Encoding"] = nil
    }
  }

  /// How many generated keys are mapped: 25 of them by `make test`, all of 100 by `KEY_MAPS=100`.
  private static let count = ProcessInfo.processInfo.environment["KEY_MAPS"].flatMap(Int.init) ?? 25

  @Test("a generated key is read as it is configured, and what the content depends on", arguments: 0..<count)
  func generated(_ seed: Int) throws {
    var numbers = Numbers(state: UInt64(seed))
    func some() -> Set<Input> { Set(Input.allCases.filter { _ in numbers.next(below: 2) == 1 }) }
    let (key, content) = (Parts(inputs: some()), Parts(inputs: some()))
    let edge = ScriptedEdge(key: { key.text($0) }, uses: seed % 3 == 0 ? 2 : 1)
    let report = try rows(edge, Self.origin(content))
    #expect(report.exchanges.count <= 160)
    for row in report.key {
      // One of the two parameters is dropped, so their order is no matter.
      func expected(_ parts: Parts) -> Bool {
        parts.inputs.contains(row.input)
          && (row.input != .queryOrder || parts.inputs.contains(.unknownParameter))
      }
      if row.reason?.hasPrefix("no more than") == true { continue }
      #expect(row.isInKey == expected(key), "\(row)")
      #expect(row.isInContent == expected(content), "\(row)")
    }
    let wrong = report.findings.filter { $0.code == .contentOutsideKey }
    #expect(wrong.count == report.key.count { $0.isInKey == false && $0.isInContent == true })
  }

  @Test("where the query is outside the key, parameters are, and nothing else is known")
  func outside() throws {
    let report = try rows(ScriptedEdge(key: { $0.target.path }), { _, _, _ in })
    #expect(report.key.allSatisfy { $0.isInKey == ($0.input.isParameter ? false : nil) && $0.reason != nil })
    #expect(report.exchanges.count == 1)
  }

  static let skips: [(edge: ScriptedEdge, reason: String)] = [
    (ScriptedEdge(isSilent: true), "no field says what a cache on the way did"),
    (ScriptedEdge(stores: { _ in false }), "asked 4 times for one URL"),
  ]
  @Test(
    "where the edge tells no state, or stores nothing, it is skipped with the reason",
    arguments: skips.indices)
  func skipped(_ index: Int) throws {
    let report = try rows(Self.skips[index].edge, { _, _, _ in })
    #expect(report.outcome == .skipped && report.reason?.hasPrefix(Self.skips[index].reason) == true)
  }

  @Test("nodes that answer in turn make null, never a guess", arguments: [2, 3, 5])
  func nodes(_ count: Int) throws {
    let all = Parts(inputs: Set(Input.allCases))
    let none = Parts(inputs: [])
    for parts in [all, none] {
      let report = try rows(ScriptedEdge(key: { parts.text($0) }, nodes: count), { _, _, _ in })
      #expect(report.key.allSatisfy { $0.isInKey == nil || $0.isInKey == parts.inputs.contains($0.input) })
    }
  }

  @Test("what is passed on is null; what changes on its own says nothing about the content")
  func untold() throws {
    let passing = ScriptedEdge(key: { $0.has("Cookie") ? nil : $0.target.absolute })
    let cookie = try rows(passing, { _, _, _ in }).key.first { $0.input == .cookie }
    #expect(cookie?.isInKey == nil && cookie?.reason?.hasPrefix("such a request is passed on") == true)
    let changing = try rows(ScriptedEdge()) { answer, _, number in answer.body = Array("\(number)".utf8) }
    #expect(changing.key.allSatisfy { $0.isInContent == nil } && changing.key.contains { $0.isInKey == true })
    #expect(!changing.findings.contains { $0.code == .contentOutsideKey })
  }

  @Test(
    "a cache that unpacks for whom it has to gives each client its own; one that gives what the first got mixes them up",
    arguments: [(true, false as Bool?, 0), (false, true, 1)])
  func coding(unpacks: Bool, isInContent: Bool?, errors: Int) throws {
    nonisolated(unsafe) var kept: [String: String?] = [:]
    let server = ScriptedServer(url: "http://site.test/Docs/page") { answer, request, _ in
      let own = request.fields.first("Accept-Encoding")?.contains("gzip") == true ? "gzip" : nil
      let first = kept[request.target.absolute]
      answer.status = 200
      answer["Content-Encoding"] = unpacks ? own : first ?? own
      answer["X-Cache"] = first == nil ? "MISS" : "HIT"
      if first == nil { kept[request.target.absolute] = .some(own) }
    }
    let report = try #require(try server.reports([.key]).first)
    let row = report.key.first { $0.input == .acceptEncoding }
    #expect(row?.isInKey == false && row?.isInContent == isInContent)
    #expect(report.findings.count { $0.code == .contentOutsideKey } == errors)
  }

  @Test("so does one that picks a format behind its store; whether content depends on it is then not known")
  func format() throws {
    nonisolated(unsafe) var kept: Set<String> = []
    let server = ScriptedServer(url: "http://site.test/Docs/page") { answer, request, _ in
      answer.status = 200
      answer.body = Array((request.fields.first("Accept") ?? "").utf8)
      answer["X-Cache"] = kept.insert(request.target.absolute).inserted ? "MISS" : "HIT"
    }
    let report = try #require(try server.reports([.key]).first)
    let row = report.key.first { $0.input == .accept }
    #expect(row?.isInKey == false && row?.isInContent == nil && row?.reason?.contains("its own form") == true)
    #expect(!report.findings.contains { $0.code == .contentOutsideKey })
  }

  @Test(
    "the content depends on Accept by whichever value a server chooses",
    arguments: [
      "text/markdown", "application/activity+json", "image/avif", "application/vnd.pypi.simple.v1+json",
    ])
  func accepted(_ type: String) throws {
    let report = try rows(ScriptedEdge()) { answer, request, _ in
      answer.status = 200
      answer.body = Array((request.fields.first("Accept")?.hasPrefix(type) == true ? "other" : "page").utf8)
    }
    let row = report.key.first { $0.input == .accept }
    #expect(row?.isInKey == false && row?.isInContent == true, "\(row.debugDescription)")
    #expect(report.exchanges.count <= 160 && !report.key.contains { $0.reason?.hasPrefix("no more") == true })
  }

  @Test("no request is for an address that a visitor asks for")
  func own() throws {
    let report = try rows(ScriptedEdge(), { _, _, _ in })
    #expect(
      report.exchanges.allSatisfy { $0.request.head.target.query?.contains("hc-probe=hcprobe") == true })
    #expect(report.exchanges.allSatisfy { $0.request.head.method == "GET" } && report.exchanges.count <= 160)
  }

  @Test("the advice is the line to write")
  func advice() throws {
    let report = try rows(ScriptedEdge(key: { $0.target.absolute }), { _, _, _ in })
    let split = try #require(report.findings.first { $0.code == .keySplitsNeedlessly })
    #expect(
      split.advice?.contains("No-Vary-Search: key-order, params=(\"utm_source\" \"gclid\" \"fbclid\")")
        == true)
  }
}
