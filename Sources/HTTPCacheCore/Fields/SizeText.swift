extension Int64 {
  /// A size for people: `512 B`, `4.0 KiB`.
  package var asSize: String {
    var size = Double(self)
    guard size.magnitude >= 1_024 else { return "\(self) B" }
    let units = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
    var unit = -1
    // Change units before rounding prints "1024.0".
    while size.magnitude >= 1_023.95, unit < units.count - 1 {
      size /= 1_024
      unit += 1
    }
    let tenths = Int64((size * 10).rounded())
    return "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10) \(units[unit])"
  }
}
