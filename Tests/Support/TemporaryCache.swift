import CSystem
import HTTPCacheCore

/// A directory of a test's own, removed with everything in it when the test lets go of it.
package final class TemporaryCache {
  package let path: String

  /// Makes an empty parent; the cache's directory in it is not there yet.
  package init() {
    var generator = SystemRandomNumberGenerator()
    path = "/tmp/httpcache-test-" + String(generator.next() as UInt64, radix: 36)
    mkdir(path, 0o700)
  }

  deinit { Self.remove(path) }

  /// Where the cache goes.
  package var directory: String { path + "/cache" }

  /// A path below the cache's directory.
  package func file(_ name: String) -> String { directory + "/" + name }

  /// The names in a directory, sorted; none where it is missing.
  package static func names(in directory: String) -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// The bodies in files, without the directory.
  package var bodies: [String] { Self.names(in: file("bodies")) }

  /// The bytes of a file; empty where it is missing.
  package static func read(_ path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = readSome(descriptor, &buffer)
      guard count > 0 else { return bytes }
      bytes.append(contentsOf: buffer.prefix(count))
    }
  }

  /// Replaces what a file holds.
  package static func write(_ bytes: [UInt8], to path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    _ = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
  }

  /// How many bytes a file has; nil where there is none.
  package static func size(_ path: String) -> Int? {
    var info = stat()
    return lstat(path, &info) == 0 ? Int(info.st_size) : nil
  }

  /// The permission bits of what is at a path.
  package static func mode(_ path: String) -> Int {
    var info = stat()
    return lstat(path, &info) == 0 ? Int(info.st_mode & 0o777) : -1
  }

  /// The user whom what is at a path belongs to; nil where there is nothing.
  package static func owner(_ path: String) -> UInt32? {
    var info = stat()
    return lstat(path, &info) == 0 ? info.st_uid : nil
  }

  private static func remove(_ path: String) {
    var info = stat()
    guard lstat(path, &info) == 0 else { return }
    guard info.st_mode & S_IFMT == S_IFDIR else {
      unlink(path)
      return
    }
    chmod(path, 0o700)
    for name in names(in: path) { remove(path + "/" + name) }
    rmdir(path)
  }
}

private func readSome(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
  buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
}
