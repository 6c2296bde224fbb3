import HTTPCacheCore

extension InputSource {
  /// Adds the URLs of `--input-file`, one a line; lines that are empty or begin with `#` are skipped.
  func addTargets(to targets: inout [TargetURI]) throws(UsageError) {
    let bytes = try bytes()
    // 64 bytes: the usual length of a line.
    targets.reserveCapacity(targets.count + bytes.count / 64)
    var number = 0
    try bytes.forEachLine { line throws(UsageError) in
      number += 1
      guard let first = line.first, first != 0x23 else { return }
      do throws(UsageError) {
        targets.append(try URLArgument.read(OriginalBytes.text(line), after: targets.last))
      } catch {
        let place = "\(path ?? "standard input"):\(number)"
        throw UsageError("--input-file: \(place): \(error.message)", hint: error.hint)
      }
    }
  }
}
