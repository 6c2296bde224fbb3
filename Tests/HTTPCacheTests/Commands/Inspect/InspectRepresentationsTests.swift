import TestSupport
import Testing

/// Whether nginx gives one representation to a request for another, by its configuration and by what the origin sends.
@Suite("inspect --live --probe=representations behind nginx", .timed)
struct InspectRepresentationsTests {
  typealias Place = NginxEdge.Place

  /// The fields by which the origin chooses; each place is named after one of them.
  private static let names = [
    "Accept", "RSC", "HX-Request", "Turbo-Frame", "X-Inertia", "X-Requested-With", "Accept-Language",
    "User-Agent",
  ]

  private static func fields(_ vary: String...) -> [(String, String)] {
    [("Cache-Control", "max-age=60")] + vary.map { ("Vary", $0) }
  }

  static let mixing: [(place: Place, code: String)] =
    names.map { name -> (Place, String) in
      (Place(name: name, lines: Place.ignoring, fields: fields(name)), "edge-ignores-vary")
    }
    + names.map { name -> (Place, String) in
      (Place(name: "\(name)-unnamed", fields: fields()), "negotiated-without-vary")
    } + [
      (
        Place(name: "RSC-silent", lines: Place.ignoring, fields: fields("RSC"), tells: false),
        "edge-ignores-vary"
      ),
      (
        Place(name: "RSC-uses", lines: Place.ignoring + "proxy_cache_min_uses 2;", fields: fields("RSC")),
        "edge-ignores-vary"
      ),
      (
        Place(
          name: "RSC-other", lines: Place.ignoring + "proxy_cache_key $request_uri$http_accept;",
          fields: fields("RSC")), "edge-ignores-vary"
      ),
      (
        Place(name: "RSC-hidden", lines: "proxy_hide_header Vary;" + Place.ignoring, fields: fields("RSC")),
        "negotiated-without-vary"
      ),
    ]

  static let sound: [Place] =
    names.map { name -> Place in Place(name: name, fields: fields(name)) } + [
      Place(name: "Accept-private", fields: [("Cache-Control", "no-store")]),
      Place(
        name: "RSC-keyed", lines: Place.ignoring + "proxy_cache_key $request_uri$http_rsc;",
        fields: fields("RSC")),
      Place(
        name: "Accept-keyed", lines: Place.ignoring + "proxy_cache_key $request_uri$http_accept;",
        fields: fields("Accept")),
      Place(
        name: "HX-Request-passed",
        lines: Place.ignoring + "proxy_cache_bypass $http_hx_request; proxy_no_cache $http_hx_request;",
        fields: fields("HX-Request")),
      Place(name: "RSC-off", lines: "proxy_cache off;", fields: fields("RSC"), tells: false),
      Place(name: "same", lines: Place.ignoring, fields: fields()),
    ]

  /// Asks at each place, and gives for each the codes of what is wrong and how the probe ended.
  private static func ask(_ places: [Place]) throws -> [(codes: [String], outcome: String?)] {
    let origin = try Origin { request in
      let place = places.first { $0.holds(request) }
      // The longest name: Accept-Language is no Accept.
      let name = names.filter { place?.name.hasPrefix($0) == true }.max { $0.count < $1.count }
      let value = name.flatMap { request[$0] } ?? "all"
      return .text("The page for \(value)", fields: place?.fields ?? [])
    }
    let nginx = try NginxEdge(before: origin, places)
    let run = try BuiltProgram()(
      ["inspect", "--live", "--json", "--probe=representations"]
        + places.map { "\(nginx.url)/\($0.name)/page" })
    let subjects = try run.objects.map(JSONObject.init)
    #expect(run.code == 0 && subjects.count == places.count, "\(run.errors)")
    return subjects.map { subject in
      (
        subject.codes("findings").filter {
          $0.hasPrefix("edge-") || $0.hasPrefix("neg") || $0.hasPrefix("probe-")
        }, subject.outcome
      )
    }
  }

  @Test("a configuration that mixes up representations is found", .enabled(if: NginxEdge.isThere))
  func mixed() throws {
    for (row, answer) in zip(Self.mixing, try Self.ask(Self.mixing.map(\.place))) {
      #expect(answer.codes == [row.code], "\(row.place.name)")
    }
  }

  @Test("a configuration that keeps them apart passes", .enabled(if: NginxEdge.isThere))
  func apart() throws {
    for (place, answer) in zip(Self.sound, try Self.ask(Self.sound)) {
      #expect(answer.codes == [] && answer.outcome == "passed", "\(place.name)")
    }
  }
}
