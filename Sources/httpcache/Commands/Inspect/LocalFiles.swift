import HTTPCacheCore

/// The files that checks `same-as` name; other threads read those of the next URLs while answers arrive.
final class LocalFiles: Sendable {
  private let begun = Locked<[LocalContent.Name: WorkerPool.Piece<LocalFile>]>([:])

  func readAhead(_ names: [LocalContent.Name]) {
    let new = begun.withLock { begun in names.filter { begun[$0] == nil } }
    let pieces = Judge.pool.start(all: new.map { name in { LocalContent.file(name) } })
    begun.withLock { begun in
      for (name, piece) in zip(new, pieces) { begun[name] = piece }
    }
  }

  /// A file with its content; waits while another thread reads it.
  @Sendable func file(_ name: LocalContent.Name) -> LocalFile {
    begun.withLock { $0.removeValue(forKey: name) }?.take() ?? LocalContent.file(name)
  }
}
