import TestSupport
import Testing

/// Whether nginx gives one user's page to another, by its configuration and by what the origin sends.
@Suite("inspect --live --probe=users behind nginx", .timed)
struct InspectUsersTests {
  typealias Place = NginxEdge.Place

  private static let ignoring = Place.ignoring

  static let leaking: [Place] = [
    Place(name: "private", lines: ignoring),
    Place(name: "silent", lines: ignoring, tells: false),
    Place(name: "no-store", lines: ignoring, fields: [("Cache-Control", "no-store")]),
    Place(
      name: "set-cookie", lines: ignoring, fields: [("Set-Cookie", "id=1"), ("Cache-Control", "no-cache")]),
    Place(name: "vary", lines: ignoring, fields: [("Cache-Control", "max-age=60"), ("Vary", "Cookie")]),
    Place(
      name: "expires", lines: "proxy_ignore_headers Expires; proxy_cache_valid 200 10m;",
      fields: [("Expires", "0")]),
    Place(
      name: "accel", lines: "", fields: [("X-Accel-Expires", "600"), ("Cache-Control", "private")]),
    Place(name: "other-cookie", lines: ignoring + "proxy_cache_key $request_uri$cookie_lang;"),
    Place(name: "stored-only", lines: ignoring + "proxy_cache_bypass $http_cookie;"),
    Place(name: "uses", lines: ignoring + "proxy_cache_min_uses 2;"),
    Place(name: "any", lines: "proxy_ignore_headers Cache-Control; proxy_cache_valid any 10m;"),
    Place(name: "hidden", lines: ignoring + "proxy_hide_header Cache-Control;"),
  ]

  static let sound: [Place] = [
    Place(name: "private", lines: "proxy_cache_valid 200 10m;"),
    Place(name: "no-store", lines: "proxy_cache_valid 200 10m;", fields: [("Cache-Control", "no-store")]),
    Place(name: "no-cache", lines: "proxy_cache_valid 200 10m;", fields: [("Cache-Control", "no-cache")]),
    Place(name: "set-cookie", lines: "proxy_cache_valid 200 10m;", fields: [("Set-Cookie", "id=1")]),
    Place(name: "vary", lines: "", fields: [("Cache-Control", "max-age=60"), ("Vary", "Cookie")]),
    Place(name: "keyed", lines: ignoring + "proxy_cache_key $request_uri$http_cookie;"),
    Place(name: "keyed-by-id", lines: ignoring + "proxy_cache_key $request_uri$cookie_id;"),
    Place(
      name: "passed-on", lines: ignoring + "proxy_cache_bypass $http_cookie; proxy_no_cache $http_cookie;"),
    Place(name: "never-stored", lines: ignoring + "proxy_no_cache $http_cookie;"),
    Place(name: "off", lines: "proxy_cache off;", tells: false),
    Place(name: "expired", lines: "proxy_cache_valid 200 10m;", fields: [("Expires", "0")]),
    Place(
      name: "accel", lines: "proxy_cache_valid 200 10m;",
      fields: [("X-Accel-Expires", "0"), ("Cache-Control", "private")]),
  ]

  /// A page for each user.
  private static func origin(_ places: [Place]) throws -> Origin {
    try Origin { request in
      .text(
        "Hello \(request["Cookie"] ?? "stranger")", fields: places.first { $0.holds(request) }?.fields ?? [])
    }
  }

  /// Asks at each place, and gives for each the codes of what is wrong and how the probe ended.
  private static func ask(_ places: [Place], _ origin: Origin) throws -> [(codes: [String], outcome: String?)]
  {
    let nginx = try NginxEdge(before: origin, places)
    let run = try BuiltProgram()(
      ["inspect", "--live", "--json", "--probe=users", "--probe-as", "Cookie: id=s3cretA"]
        + ["--probe-as", "Cookie: id=s3cretB"] + places.map { "\(nginx.url)/\($0.name)/account" })
    let subjects = try run.objects.map(JSONObject.init)
    #expect(run.code == 0 && subjects.count == places.count, "\(run.errors)")
    #expect(!run.text.contains("s3cret"))
    return subjects.map { ($0.codes("findings").filter(isOfUsers), $0.outcome) }
  }

  /// Whether the probe itself finds it; that nginx stores what it must not is true of most of these places.
  private static func isOfUsers(_ code: String) -> Bool {
    ["edge-shared-personal", "personal-shared-cacheable", "probe-not-isolated"].contains(code)
  }

  @Test("a configuration that gives one user's page to another is found", .enabled(if: NginxEdge.isThere))
  func leak() throws {
    for (place, answer) in zip(Self.leaking, try Self.ask(Self.leaking, Self.origin(Self.leaking))) {
      #expect(answer.codes == ["edge-shared-personal"], "\(place.name)")
    }
  }

  @Test("a configuration that keeps users apart passes", .enabled(if: NginxEdge.isThere))
  func apart() throws {
    for (place, answer) in zip(Self.sound, try Self.ask(Self.sound, Self.origin(Self.sound))) {
      #expect(answer.codes == [] && answer.outcome == "passed", "\(place.name)")
    }
  }

  @Test("without the query in the key, no user asks for anything", .enabled(if: NginxEdge.isThere))
  func notIsolated() throws {
    let places = [Place(name: "path", lines: Self.ignoring + "proxy_cache_key $uri;")]
    let origin = try Self.origin(places)
    #expect(
      try Self.ask(places, origin).map(\.codes) == [["probe-not-isolated"]])
    #expect(origin.requests.allSatisfy { $0["Cookie"] == nil })
  }
}

extension JSONObject {
  /// How its first probe ended.
  var outcome: String? { (members["probes"] as? [[String: Any]])?.first?["outcome"] as? String }
}
