/// libcurl's measurements of a transfer, or of a chain of redirects; all 0 or empty before the first transfer.
package struct ConnectionFigures: Sendable, Equatable {
  /// When the phases of a transfer ended, in microseconds since its start; for several transfers, the sum.
  package struct Times: Sendable, Equatable {
    package var nameLookup: Int64 = 0
    package var connect: Int64 = 0
    package var tls: Int64 = 0
    package var pretransfer: Int64 = 0
    package var firstByte: Int64 = 0
    /// The time of all transfers but the last.
    package var redirects: Int64 = 0
    package var total: Int64 = 0
  }

  /// One end of a connection.
  package struct Place: Sendable, Equatable {
    package var address = ""
    package var port = 0
  }

  package var times = Times()
  package var remote = Place()
  package var local = Place()
  /// How many connections were made.
  package var connects = 0
  /// The status of a proxy's answer to CONNECT; 0 if there was none.
  package var connectStatus = 0
  /// The results of verifying the origin's and the proxy's certificates, as numbers of the TLS library; 0 is good.
  package var verifyResult = 0
  package var proxyVerifyResult = 0
  /// The bytes of the sent heads, of the received heads, and of the sent content.
  package var requestBytes = 0
  package var headBytes = 0
  package var sentBytes: Int64 = 0
  /// The speed of sending content, in bytes a second.
  package var sentBytesPerSecond: Int64 = 0

  package init() {}

  /// These figures, with those of the earlier transfers of the same fetch (its redirects) added.
  package func following(_ before: ConnectionFigures) -> ConnectionFigures {
    var sum = self
    sum.times.nameLookup += before.times.nameLookup
    sum.times.connect += before.times.connect
    sum.times.tls += before.times.tls
    sum.times.pretransfer += before.times.pretransfer
    sum.times.firstByte += before.times.firstByte
    sum.times.redirects = before.times.total
    sum.times.total += before.times.total
    sum.connects += before.connects
    sum.requestBytes += before.requestBytes
    sum.headBytes += before.headBytes
    return sum
  }
}
