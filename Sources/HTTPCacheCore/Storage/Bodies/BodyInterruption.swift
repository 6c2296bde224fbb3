/// Why a body did not get to the reader as a whole.
package enum BodyInterruption: Error, Sendable, Equatable {
  /// The reader wants no more.
  case closed
  /// The stored body can't be read, or is damaged.
  case store(StoreError)
}
