/// One thing to be written, as a value that can be handed to whoever writes.
package enum StoreWrite {
  /// A response that has arrived whole.
  case store(Arrival)
  /// An entry's response freshened, at a time that counts as a use.
  case update(EntryID, StoredResponse, at: Instant)

  /// What it is found by.
  package var key: CacheKey {
    switch self {
    case .store(let arrival): arrival.response.key
    case .update(_, let response, _): response.key
    }
  }
}

extension Store {
  /// Writes several things in one transaction; what this returns has survived this process.
  ///
  /// - Parameter writes: in order.
  /// - Returns: for each whether it is in the store now (an entry to be updated may be gone), or why it is not.
  package func perform(_ writes: [StoreWrite]) -> [Result<Bool, StoreError>] {
    guard writes.count > 1 else { return writes.map(perform) }
    var results: [Result<Bool, StoreError>] = []
    do throws(StoreError) {
      try writeTogether { results = writes.map(perform) }
      return results
    } catch {
      return writes.map { _ in .failure(error) }
    }
  }

  private func perform(_ write: StoreWrite) -> Result<Bool, StoreError> {
    do throws(StoreError) {
      switch write {
      case .store(let arrival):
        _ = try commit([arrival])[0].get()
        return .success(true)
      case .update(let id, let response, let now):
        return .success(try update(id, to: response, at: now))
      }
    } catch {
      return .failure(error)
    }
  }
}
