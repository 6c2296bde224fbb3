import CSystem
import HTTPCacheCore

/// The request's content, from the `--data` options, `--form` or `--upload-file`.
struct RequestBody {
  /// The content; nil if there is none.
  private(set) var content: TransferRequest.Body?

  /// Warnings about the content, a line each.
  private(set) var warnings: [String] = []

  /// Puts the parts together as curl does: joined by `&`.
  ///
  /// Files of a form, and a file that is sent alone and unchanged, are read while they are sent; a query is read at
  /// once.
  init(_ options: ContentOptions) throws(UsageError) {
    let parts = options.body
    if !options.form.isEmpty {
      for case .file(let path, _) in options.form.map(\.content) {
        _ = try Self.source(.file(path), isWhole: false)
      }
      content = .form(options.form)
    } else if let upload = options.upload {
      content = .upload(try Self.source(upload, isWhole: true))
    } else if !options.isInQuery, parts.count == 1, case .binary(.input(.file(let path))) = parts[0] {
      content = .upload(try Self.source(.file(path), isWhole: false))
    } else if !parts.isEmpty {
      content = .bytes(try joined(parts))
    }
  }

  private mutating func joined(_ parts: [BodyPart]) throws(UsageError) -> [UInt8] {
    var body: [UInt8] = []
    for (index, part) in parts.enumerated() {
      if index > 0 { body.append(0x26) }
      switch part {
      case .form(.text(let text)), .binary(.text(let text)): body += text.originalBytes
      case .binary(.input(let source)): body += try source.bytes()
      case .form(.input(let source)): body += try lines(of: source)
      case .encoded(let name, let value):
        if !name.isEmpty { body += name.originalBytes + [0x3D] }
        switch value {
        case .text(let text): body += text.originalBytes.percentEncoded
        case .input(let source): body += try source.bytes().percentEncoded
        }
      }
    }
    return body
  }

  /// The bytes of a text file without line ends and NUL, as curl sends it.
  private mutating func lines(of source: InputSource) throws(UsageError) -> [UInt8] {
    let bytes = try source.bytes()
    let dropped = bytes.count { $0 == 0 }
    if dropped > 0 {
      let name = source.path ?? "standard input"
      warnings.append(
        "\(name) holds \(dropped) NUL bytes, which --data leaves out; --data-binary sends a file as it is")
    }
    return bytes.filter { $0 != 0x0A && $0 != 0x0D && $0 != 0 }
  }

  private static func source(_ input: InputSource, isWhole: Bool) throws(UsageError) -> UploadSource {
    guard let path = input.path else { return UploadSource(.standardInput, length: nil, isWhole: isWhole) }
    var status = stat()
    guard stat(path.cText, &status) == 0, access(path.cText, R_OK) == 0 else {
      throw UsageError("can't read \(path): \(String(cString: strerror(errno)))")
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw UsageError("can't read \(path): it is a directory")
    }
    // The length of a pipe or a device is not known.
    let length = status.st_mode & S_IFMT == S_IFREG ? Int64(status.st_size) : nil
    return UploadSource(.file(path: path), length: length, isWhole: isWhole)
  }
}
