/// The time zones of mail (RFC 5322 §4.3).
enum CivilZone {
  /// Those of North America by name, in minutes east of GMT.
  static let american: [(name: StaticString, minutes: Int)] = [
    ("est", -300), ("edt", -240), ("cst", -360), ("cdt", -300), ("mst", -420), ("mdt", -360), ("pst", -480),
    ("pdt", -420),
  ]

  /// Seconds east of GMT, of a name in any case and of `+0100`; nil if the zone is not known.
  static func offset(_ zone: String) -> Seconds? {
    if zone.hasPrefix("+") || zone.hasPrefix("-") {
      guard let number = DeltaSeconds(String(zone.dropFirst())).value else { return nil }
      let seconds = number / 100 * 3600 + number % 100 * 60
      return zone.hasPrefix("-") ? 0 - seconds : seconds
    }
    if ["UTC", "UT", "Z"].contains(where: zone.equalsIgnoringASCIICase) { return 0 }
    return american.first { zone.equalsIgnoringASCIICase("\($0.name)") }.map { Seconds($0.minutes) * 60 }
  }
}
