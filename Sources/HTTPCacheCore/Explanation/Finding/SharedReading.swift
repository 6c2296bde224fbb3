/// How one kind of shared cache treats a response: one that goes by `Cache-Control`, or by a targeted field (RFC 9213).
struct SharedReading {
  /// The directives that it obeys.
  let control: CacheControl

  let storage: StorageDecision

  let lifetime: FreshnessLifetime

  /// For how many seconds of the response's age it answers without asking the origin first.
  let unaskedSpan: Seconds

  init(_ head: ResponseHead, storage: StorageDecision, lifetime: FreshnessLifetime) {
    control = head.cacheControl(for: .shared)
    self.storage = storage
    self.lifetime = lifetime
    unaskedSpan = head.unaskedSpan(lifetime, under: control, role: .shared)
  }

  /// Whether the cache may give the response to several users without asking the origin.
  var isGivenUnasked: Bool { storage.isStorable && unaskedSpan > 0 }
}

extension ResponseHead {
  /// For how many seconds of its age a cache uses the response without asking the origin first: the lifetime, and the time
  /// of `stale-while-revalidate` behind it; 0 if each use asks.
  func unaskedSpan(_ lifetime: FreshnessLifetime, under control: CacheControl, role: CacheRole) -> Seconds {
    guard !control.isUnqualified("no-cache"), !nominatedNames.contains("*") else { return 0 }
    let window = StaleReuse.bar(control, role: role) == nil ? control.seconds("stale-while-revalidate") : nil
    return (lifetime.seconds ?? 0).addingSaturated(window?.value ?? 0)
  }
}

extension Facts {
  /// The field by which an edge keeps its `stale-while-revalidate` where private caches get another lifetime; nil if there is
  /// none to keep, or the judged cache is the edge itself.
  var edgeField: FieldLine? { settings.role == .private && has(.sMaxAge) ? EdgeWindow(self)?.field : nil }

  /// What edges make of the window that `edgeField` keeps for them, as a sentence behind another one; empty where there is none.
  var edgeSentence: String {
    edgeField == nil ? "" : EdgeWindow(self).map { " \($0.explanation)" } ?? ""
  }

  /// The kind of shared cache, as the subject of a sentence: only where there are several, it names the field.
  func cacheName(_ reading: SharedReading) -> String {
    guard sharedReadings.count > 1 else { return "a shared cache" }
    return "a shared cache that goes by \(reading.control.fieldName)"
  }

  /// Checks the form of the directives that count here, and then of those in each other targeted field, which count for
  /// other caches: of these, only what is wrong is found.
  func forEachControl(
    _ findings: inout [Finding], _ check: (_ facts: Facts, _ findings: inout [Finding]) -> Void
  ) {
    check(self, &findings)
    guard head.mayBeTargeted else { return }
    for reading in sharedReadings where reading.control.isTargeted {
      guard reading.control.fieldName != control.fieldName else { continue }
      var found: [Finding] = []
      check(asShared(by: reading.control.fieldName), &found)
      findings += found.filter { $0.severity > .info }
    }
  }
}

extension [SharedReading] {
  /// The fields by which these caches go.
  var fieldNames: [String] { map(\.control.fieldName) }
}
