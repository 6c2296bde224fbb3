import CSystem

StandardDescriptors.fill()
exit(Program.run(Arguments.given, environment: ProcessEnvironment()).rawValue)

/// What the program was started with.
enum Arguments {
  /// Every argument but the program's name, byte for byte.
  static var given: [String] {
    UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)).dropFirst().compactMap {
      $0.map {
        ArgumentText.text(UnsafeBufferPointer(start: $0, count: strlen($0)).map(UInt8.init(bitPattern:)))
      }
    }
  }
}
