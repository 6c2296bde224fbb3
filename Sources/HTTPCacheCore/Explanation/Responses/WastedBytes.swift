/// How many bytes of a response a short lifetime wastes, as Lighthouse computes it in "Use efficient cache lifetimes".
package enum WastedBytes {
  /// The hours after the last visit within which 0%, 10%, 20% and so on up to 100% of the visitors have come back.
  private static let hours: [Double] = [0, 0.2, 1, 3, 8, 12, 24, 48, 72, 168, 8760]

  /// Above this probability of a hit, Lighthouse reports no waste.
  private static let enough = 0.925

  /// The probability that a visitor comes back within a lifetime, from 0 to 1; linear between the tenths.
  package static func hitProbability(_ lifetime: Seconds) -> Double {
    let lifetime = Double(lifetime) / 3600
    guard let upper = hours.firstIndex(where: { $0 >= lifetime }) else { return 1 }
    guard upper > 0 else { return 0 }
    let (low, high) = (hours[upper - 1], hours[upper])
    return (Double(upper - 1) + (lifetime - low) / (high - low)) / 10
  }

  /// The part of a response's length that misses are expected to cost; nil for a response that Lighthouse does not count.
  package static func expected(_ subject: Subject) -> Double? {
    let head = subject.stored.head
    guard [200, 203, 206].contains(head.status), subject.isFromServer, isAsset(subject),
      let length = subject.bodyLength
    else { return nil }
    let control = head.cacheControl
    if control.isPresent {
      let unwanted = ["must-revalidate", "no-cache", "no-store", "stale-while-revalidate", "private"]
      guard !unwanted.contains(where: control.contains) else { return nil }
    } else if head.combined(.pragma)?.holds("no-cache") == true {
      return nil
    }
    let lifetime = explicitLifetime(head, subject.stored.receivedAt)
    // A lifetime of 0 is intended.
    guard lifetime.map({ $0 > 0 }) ?? true else { return nil }
    let probability = hitProbability(lifetime ?? 0)
    return probability > enough ? nil : (1 - probability) * Double(length)
  }

  private static func explicitLifetime(_ head: ResponseHead, _ receivedAt: Instant) -> Seconds? {
    if let seconds = head.cacheControl.seconds("max-age")?.value { return seconds }
    let lifetime = FreshnessLifetime(head, receivedAt: receivedAt, role: .private)
    return lifetime.source == .expires ? lifetime.seconds : nil
  }

  /// Whether the response is a font, image, audio or video, script or style sheet.
  private static func isAsset(_ subject: Subject) -> Bool {
    if let kind = subject.resourceType?.asciiLowercased {
      return ["font", "image", "media", "script", "stylesheet"].contains(kind)
    }
    let type = subject.stored.head.first(.contentType)?.asciiLowercased ?? ""
    return ["font/", "image/", "audio/", "video/"].contains(where: type.hasPrefix)
      || type.hasPrefix("text/css")
      || type.holds("javascript") || type.hasPrefix("application/font")
      || type.hasPrefix("application/x-font")
      || type.hasPrefix("application/vnd.ms-fontobject")
  }
}
