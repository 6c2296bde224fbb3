import TestSupport

/// Content as servers code it.
enum Gzip {
  /// The text in gzip, by the program of that name.
  static func coded(_ text: String) throws -> [UInt8] {
    let directory = try TemporaryDirectory()
    return try Executable.command("gzip", "-nc", directory.write(text, to: "text")).output
  }
}
