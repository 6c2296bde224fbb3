import CSystem
import TestSupport

/// The target that `$FUZZ_TARGET` names; the values of fields unless told.
private let target =
  getenv("FUZZ_TARGET").flatMap { FuzzTarget(rawValue: String(cString: $0)) } ?? FuzzTarget.fields

#if FUZZER
/// libFuzzer, from where the program has its own `main`.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// What libFuzzer calls with every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}

/// Gives libFuzzer the target.
@main
enum Fuzzer {
  static func main() {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(
      runDriver(&count, &arguments) { fuzzOneInput($0, $1) })
  }
}
#else
/// Without libFuzzer: gives the files that are named to the target, one after another.
@main
enum Fuzzer {
  static func main() {
    for path in CommandLine.arguments.dropFirst() {
      guard let file = fopen(path, "rb") else { continue }
      var input: [UInt8] = []
      while true {
        let byte = getc(file)
        guard byte != EOF else { break }
        input.append(UInt8(truncatingIfNeeded: byte))
      }
      fclose(file)
      target.run(input)
    }
  }
}
#endif
