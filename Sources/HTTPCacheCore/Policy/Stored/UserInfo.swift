/// Named values kept beside a response, sorted by name; read like a dictionary.
public struct UserInfo: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  /// Names and values, sorted by name, so that equal dictionaries have equal bytes.
  private(set) var pairs = BytePairs()

  /// Takes names and values; of entries with equal names, the first counts.
  ///
  /// - Parameter elements: names and values, in any order.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements where self[name] == nil { self[name] = value }
  }

  init(_ values: [String: String]) {
    for (name, value) in values { self[name] = value }
  }

  /// Takes names and values from the store.
  init(_ pairs: BytePairs) { self.pairs = pairs }

  /// The value with a name; nil if there is none.
  public subscript(_ name: String) -> String? {
    get {
      pairs.withCursor { pairs in
        let pair = pairs.first { name.utf8.elementsEqual($0.first) }
        return pair.map { String(decoding: $0.second, as: UTF8.self) }
      }
    }
    set {
      if let newValue, isEmpty(but: name) {
        pairs = BytePairs()
        return pairs.append(name.utf8, newValue.utf8)
      }
      var all = sorted.filter { !$0.name.isSame(as: name) }
      if let newValue { all.append((name, newValue)) }
      all.sort { $0.name < $1.name }
      pairs = BytePairs()
      for (name, value) in all { pairs.append(name.utf8, value.utf8) }
    }
  }

  private func isEmpty(but name: String) -> Bool {
    pairs.withCursor { $0.allSatisfy { name.utf8.elementsEqual($0.first) } }
  }

  /// All names and values, sorted by name.
  public var sorted: [(name: String, value: String)] {
    pairs.withCursor { pairs in
      pairs.map { (String(decoding: $0.first, as: UTF8.self), String(decoding: $0.second, as: UTF8.self)) }
    }
  }
}
