/// The names of the members of a HAR entry that are read.
enum HARName: JSONName {
  case afterRequest, beforeRequest, bodySize, cache, content, encoding, error, fetchType,
    fetchedViaServiceWorker
  case fromCache, fromDiskCache, fromPrefetchCache, fromServiceWorker, headers
  case httpVersion, method, mimeType, name, pageref, request, response, servedFromCache, size,
    startedDateTime, status, statusText, text, time
  case resourceType, serverIPAddress, timings, transferSize, url, value

  /// Any other name.
  case other

  init(jsonName bytes: UnsafeBufferPointer<UInt8>) {
    let (name, spelling): (HARName, StaticString) =
      switch (bytes.count, bytes.last) {
      case (3, 0x6C): (.url, "url")
      case (4, 0x65) where bytes[0] == 0x6E: (.name, "name")
      case (4, 0x65) where bytes[0] == 0x73: (.size, "size")
      case (4, 0x65): (.time, "time")
      case (4, 0x74): (.text, "text")
      case (5, 0x65) where bytes[0] == 0x76: (.value, "value")
      case (5, 0x65): (.cache, "cache")
      case (6, 0x64): (.method, "method")
      case (6, 0x72): (.error, "_error")
      case (6, 0x73): (.status, "status")
      case (7, 0x66): (.pageref, "pageref")
      case (7, 0x73) where bytes[0] == 0x68: (.headers, "headers")
      case (7, 0x73): (.timings, "timings")
      case (7, 0x74) where bytes[0] == 0x72: (.request, "request")
      case (7, 0x74): (.content, "content")
      case (8, 0x65) where bytes[0] == 0x72: (.response, "response")
      case (8, 0x65) where bytes[0] == 0x6D: (.mimeType, "mimeType")
      case (8, 0x65): (.bodySize, "bodySize")
      case (8, 0x67): (.encoding, "encoding")
      case (10, 0x74): (.statusText, "statusText")
      case (10, 0x65) where bytes[2] == 0x72: (.fromCache, "_fromCache")
      case (10, 0x65): (.fetchType, "_fetchType")
      case (11, 0x6E): (.httpVersion, "httpVersion")
      case (12, 0x74): (.afterRequest, "afterRequest")
      case (13, 0x74): (.beforeRequest, "beforeRequest")
      case (13, 0x65) where bytes[0] == 0x5F && bytes[1] == 0x74: (.transferSize, "_transferSize")
      case (13, 0x65) where bytes[0] == 0x5F: (.resourceType, "_resourceType")
      case (13, 0x65): (.fromDiskCache, "fromDiskCache")
      case (14, 0x65): (.fromDiskCache, "_fromDiskCache")
      case (15, 0x65): (.startedDateTime, "startedDateTime")
      case (15, 0x73): (.serverIPAddress, "serverIPAddress")
      case (16, 0x65): (.servedFromCache, "_servedFromCache")
      case (17, 0x65): (.fromPrefetchCache, "fromPrefetchCache")
      case (17, 0x72): (.fromServiceWorker, "fromServiceWorker")
      case (18, 0x65): (.fromPrefetchCache, "_fromPrefetchCache")
      case (18, 0x72): (.fromServiceWorker, "_fromServiceWorker")
      case (24, 0x72): (.fetchedViaServiceWorker, "_fetchedViaServiceWorker")
      default: (.other, "")
      }
    self = bytes.spells(spelling) ? name : .other
  }
}

extension UnsafeBufferPointer where Element == UInt8 {
  /// Whether the bytes equal those of a text.
  func spells(_ text: StaticString) -> Bool {
    UnsafeRawBufferPointer(self).isEqual(
      to: UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}
