import CSystem
import HTTPCacheCore

/// Where the configuration file is, and how it is read: one look that usually finds none.
enum ConfigurationReader {
  /// Where the file would be; nil where neither `$XDG_CONFIG_HOME` nor `$HOME` says.
  static func path(environment: ProcessEnvironment) -> String? {
    // The XDG specification: a relative path there is invalid and is to be ignored.
    if let base = environment["XDG_CONFIG_HOME"], base.hasPrefix("/") { return "\(base)/httpcache/config" }
    guard let home = environment["HOME"], !home.isEmpty else { return nil }
    return "\(home)/.config/httpcache/config"
  }

  /// Reads the file.
  ///
  /// - Parameter environment: says where it is.
  /// - Returns: nil where there is none.
  /// - Throws: where it cannot be read or understood, or holds header fields that others may read.
  static func read(environment: ProcessEnvironment) throws(UsageError) -> ConfigurationFile? {
    guard let path = path(environment: environment) else { return nil }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw UsageError(
        "can't read \(path): \(String(cString: strerror(errno)))", hint: "--no-config goes on without it")
    }
    defer { close(descriptor) }
    let lines = try InputText.lines(try bytes(descriptor, path: path))
    let file = try ConfigurationFile(lines, path: path, home: environment["HOME"])
    if let field = file.fieldPlaces.first, isOpenToOthers(descriptor) {
      throw UsageError(
        "\(field.source): header fields may be credentials, and others can read this file",
        hint: "chmod 600 \(path)")
    }
    return file
  }

  private static func isOpenToOthers(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) != 0 || status.st_mode & 0o077 != 0
  }

  private static func bytes(_ descriptor: Int32, path: String) throws(UsageError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = chunk.withUnsafeMutableBytes { DescriptorIO.read(descriptor, into: $0) }
      if count == 0 { return bytes }
      guard count > 0, bytes.count < 1 << 20 else {
        throw UsageError(
          "can't read \(path): \(count > 0 ? "it is too large" : String(cString: strerror(errno)))",
          hint: "--no-config goes on without it")
      }
      bytes += chunk[..<count]
    }
  }
}
