/// What the name of an object's member is read as.
protocol JSONName {
  /// Reads a name.
  ///
  /// - Parameter bytes: the name, its escapes undone; not kept.
  init(jsonName bytes: UnsafeBufferPointer<UInt8>)
}

extension String: JSONName {
  init(jsonName bytes: UnsafeBufferPointer<UInt8>) { self.init(decoding: bytes, as: UTF8.self) }
}
