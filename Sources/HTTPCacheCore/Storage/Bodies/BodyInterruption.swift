/// Why the reader did not get the whole body.
package enum BodyInterruption: Error, Sendable, Equatable {
  /// The reader wants no more.
  case closed
  /// The stored body can't be read, or is damaged.
  case store(StoreError)
}
