extension UnsafeRawBufferPointer {
  /// Whether both hold the same bytes: compared eight at a time, where `elementsEqual` takes one after the other.
  func isEqual(to other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard let own = baseAddress, let others = other.baseAddress else { return true }
    var place = 0
    while place + 8 <= count {
      guard (own + place).loadUnaligned(as: UInt64.self) == (others + place).loadUnaligned(as: UInt64.self)
      else { return false }
      place += 8
    }
    while place < count {
      guard
        own.load(fromByteOffset: place, as: UInt8.self) == others.load(fromByteOffset: place, as: UInt8.self)
      else { return false }
      place += 1
    }
    return true
  }
}
