import HTTPCacheCore

/// The files that checks `same-as` name; other threads read those of the next URLs while answers arrive.
final class LocalFiles {
  private var begun: [LocalContent.Name: WorkerPool.Piece<LocalFile>] = [:]

  func readAhead(_ names: [LocalContent.Name]) {
    for name in names where begun[name] == nil {
      begun[name] = Judge.pool.start { LocalContent.file(name) }
    }
  }

  /// A file with its content; waits while another thread reads it.
  func file(_ name: LocalContent.Name) -> LocalFile {
    begun.removeValue(forKey: name)?.take() ?? LocalContent.file(name)
  }
}
