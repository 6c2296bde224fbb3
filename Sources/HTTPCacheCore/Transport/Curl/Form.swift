import CCurl

/// A form of libcurl; it must outlive the handle that it was made for.
final class Form {
  let pointer: UnsafeMutableRawPointer

  /// Throws if libcurl refuses a part.
  init(_ parts: [FormPart], for easy: UnsafeMutableRawPointer) throws(TransportError) {
    guard let pointer = ccurl_form_new(easy) else { throw .other("this libcurl makes no forms") }
    self.pointer = pointer
    for part in parts {
      let added = ccurl_form_add(pointer)
      var codes = [ccurl_part_name(added, part.name.cText)]
      switch part.content {
      case .bytes(let bytes):
        codes.append(
          bytes.withUnsafeBytes { bytes in
            ccurl_part_data(added, bytes.bindMemory(to: CChar.self).baseAddress, bytes.count)
          })
      case .file(let path, let isUpload):
        codes.append(ccurl_part_file(added, path.cText))
        if !isUpload { codes.append(ccurl_part_filename(added, nil)) }
      }
      if let type = part.type { codes.append(ccurl_part_type(added, type.cText)) }
      if let name = part.fileName { codes.append(ccurl_part_filename(added, name.cText)) }
      if let encoder = part.encoder { codes.append(ccurl_part_encoder(added, encoder.cText)) }
      guard codes.allSatisfy({ $0 == 0 }) else { throw .other("libcurl can't send the part '\(part.name)'") }
    }
  }

  deinit { ccurl_form_free(pointer) }
}
