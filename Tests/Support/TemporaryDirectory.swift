import Foundation

/// A directory of one test's own, removed with it.
public final class TemporaryDirectory: Sendable {
  /// Where it is.
  public let path: String

  /// Makes it.
  ///
  /// - Throws: where it can't be made.
  public init() throws {
    path =
      FileManager.default.temporaryDirectory.appendingPathComponent("httpcache-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// The path of a file in it.
  ///
  /// - Parameter name: the file's name.
  /// - Returns: the path.
  public func file(_ name: String) -> String { "\(path)/\(name)" }

  deinit {
    // What can't be removed is left to the next cleaning of the temporary directory.
    try? FileManager.default.removeItem(atPath: path)
  }
}
