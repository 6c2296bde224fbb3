import CSystem
import HTTPCacheCore

extension [String] {
  /// Every argument of this process but the program's name, byte for byte.
  static var ofProcess: [String] {
    UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)).dropFirst().compactMap {
      $0.map { OriginalBytes.text(ofC: $0) }
    }
  }
}

/// The arguments of this process, as other users of the machine see them.
enum ProcessArguments {
  /// Overwrites the end of an argument, which is a secret, with spaces, as curl does.
  ///
  /// - Parameters:
  ///   - place: of the argument, from 0, not counting the program's name.
  ///   - count: the bytes to overwrite.
  static func overwrite(_ place: Int, last count: Int) {
    guard place + 1 < Int(CommandLine.argc), let argument = CommandLine.unsafeArgv[place + 1] else { return }
    let length = strlen(argument)
    memset(argument + (length - min(count, length)), 0x20, min(count, length))
  }
}

/// A command line that can't be understood, or input that it names and that can't be read: exit code 2.
///
/// Both texts may have text of the user in them, which `Terminal.error` escapes.
struct UsageError: Error, Equatable {
  /// One line, no full stop: printed after `httpcache: error: `.
  let message: String

  /// What the user can do about it; nil if nothing helps.
  let hint: String?

  init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }

  /// Two options that both read the standard input.
  static let secondStandardInput = UsageError(
    "standard input can be read once only", hint: "use a file for the others")
}
