/// Redirects that led to a URL again.
package struct RedirectCircle: Sendable, Equatable {
  /// The number of the redirect, from 0 on, to whose URL the last one led.
  package let start: Int

  /// The URL.
  package let target: TargetURI

  /// Whether the request was the same as before, with the same cookies; else it is the third time, whatever the server sets.
  package let isSame: Bool

  /// One line, no full stop.
  var message: String {
    let way = isSame ? "again, with the same cookies" : "for the third time"
    return "the redirects go in a circle: they lead to \(target.absolute) \(way)"
  }
}

/// The requests of a chain of redirects, by which a circle is known.
struct RedirectTrail: Sendable {
  private struct Step: Sendable {
    let url: String

    /// The request without its URL, with its cookies in any order.
    let identity: Set<String>
  }

  private var steps: [Step] = []

  /// Adds a request; returns the circle that it closes, nil for none: the same URL a second time with the same names and
  /// values of cookies, or a third time.
  mutating func add(_ request: RequestHead) -> RedirectCircle? {
    let step = Step(url: request.target.normalized, identity: Self.identity(request))
    defer { steps.append(step) }
    let before = steps.indices.filter { steps[$0].url == step.url }
    let same = before.last { steps[$0].identity == step.identity }
    guard let start = same ?? (before.count > 1 ? before.last : nil) else { return nil }
    return RedirectCircle(start: start, target: request.target, isSame: same != nil)
  }

  private static func identity(_ request: RequestHead) -> Set<String> {
    var identity: Set = [request.method]
    for line in request.fields.lines {
      guard line.isNamed("Cookie") else {
        identity.insert("\(line.name.asciiLowercased): \(line.value)")
        continue
      }
      for pair in line.rawValue.split(separator: 0x3B) {
        identity.insert(OriginalBytes.text(pair.trimming { $0 == 0x20 }))
      }
    }
    return identity
  }
}
