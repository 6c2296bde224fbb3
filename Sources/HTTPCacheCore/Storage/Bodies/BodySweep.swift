import CSystem

/// Removes the files that killed processes left in the directory for bodies.
struct BodySweep {
  let database: Database

  private static let oldestAge: Seconds = 3600

  /// The characters that the name of a body can begin with.
  static let allDigits: [Character] = Array("0123456789abcdef")

  /// Sweeps at one call in 64, so that commands seldom wait for it.
  func runSometimes() {
    guard Int.random(in: 0..<64) == 0 else { return }
    run(digits: [Self.allDigits.randomElement() ?? "0"])
  }

  /// Removes files that are older than an hour and that no row or living writer uses.
  ///
  /// Looks only at names that begin with one of the digits: each digit covers a sixteenth of the files. A file that can't
  /// be read or removed is left for a later sweep.
  func run(digits: [Character]) {
    for name in strays(digits: digits, olderThan: Self.oldestAge) {
      unlink(database.directory.body(name).cText)
    }
    for name in Self.names(in: database.directory.bodies) where name.first.map(digits.contains) ?? false {
      guard let owner = Self.owner(ofGrowth: name) else { continue }
      do throws(StoreError) {
        try PartGrowth(database: database).takeGrowth(ofFile: owner)
      } catch {
        // A later sweep tries again.
      }
    }
  }

  /// The name of the body that a growth file belongs to; nil for any other file.
  private static func owner(ofGrowth name: String) -> String? {
    guard name.hasSuffix(Growth.suffix) else { return nil }
    let owner = String(name.dropLast(Growth.suffix.count))
    return StoreDirectory.isBodyName(owner) ? owner : nil
  }

  /// Whether a file is left over: no row names it, and no living writer is writing it.
  private func isAbandoned(_ name: String) -> Bool {
    let path = database.directory.body(name)
    if name.hasSuffix(StoreDirectory.temporarySuffix) {
      return StoreDirectory.whileUnused(path, else: false) { _ in true } ?? false
    }
    if let owner = Self.owner(ofGrowth: name) { return hasNoRow(forFile: owner) }
    return StoreDirectory.isBodyName(name) && hasNoRow(forFile: name)
  }

  /// Removes files that no row names and no living writer is writing, however young they are.
  ///
  /// A writer holds the lock of its file until the row that names the file is committed. This function unlinks under
  /// the same lock: a writer that has just created the file and waits for the lock then sees that it is gone, and
  /// creates another.
  func removeAbandoned() {
    for name in Self.names(in: database.directory.bodies) {
      let path = database.directory.body(name)
      StoreDirectory.whileUnused(path, else: ()) { _ in
        let isTemporary = name.hasSuffix(StoreDirectory.temporarySuffix)
        if isTemporary || isAbandoned(name) { unlink(path.cText) }
      }
    }
  }

  /// The names of files that are older than `age` and belong to no row or living writer.
  func strays(digits: [Character], olderThan age: Seconds) -> [String] {
    let now = Seconds(time(nil))
    return Self.names(in: database.directory.bodies).filter { name in
      guard name.first.map(digits.contains) ?? false else { return false }
      let path = database.directory.body(name)
      var info = stat()
      guard lstat(path.cText, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return false }
      let modified = Seconds(csystem_modified(&info).tv_sec)
      guard now.subtractingSaturated(modified) > age else { return false }
      return isAbandoned(name)
    }
  }

  /// Removes the directory of bodies of a database that was moved aside.
  static func removeAll(in directory: String) {
    for name in names(in: directory) { unlink((directory + "/" + name).cText) }
    rmdir(directory.cText)
  }

  /// Removes all databases that were moved aside as damaged; `beginAnew` calls this first, so that only the newest
  /// one stays.
  static func removeDamaged(in directory: StoreDirectory) {
    for name in names(in: directory.path) where name.hasPrefix("cache.db" + StoreDirectory.damagedSuffix) {
      unlink((directory.path + "/" + name).cText)
    }
  }

  private static func names(in directory: String) -> [String] {
    guard let stream = opendir(directory.cText) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Whether it is certain that no entry's body is in the file.
  func hasNoRow(forFile name: String) -> Bool {
    do throws(StoreError) {
      return try database.read { (connection) throws(StoreError) in
        try connection.integer("SELECT id FROM entries WHERE body_file = ?1", [.text(name)]) == nil
      } ?? false
    } catch {
      return false
    }
  }
}
