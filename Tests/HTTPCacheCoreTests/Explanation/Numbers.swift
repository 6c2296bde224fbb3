/// Numbers that look random and are the same in every run.
struct Numbers {
  var state: UInt64

  mutating func next(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }

  mutating func pick(_ texts: [String]) -> String { texts[next(below: texts.count)] }
}
