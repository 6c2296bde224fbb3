/// What libcurl measured of a transfer, or of several that follow one another; all is 0 or empty before the first.
package struct ConnectionFigures: Sendable, Equatable {
  /// Moments in the course of a transfer, in microseconds from its begin; of several, the sum.
  package struct Times: Sendable, Equatable {
    package var nameLookup: Int64 = 0
    package var connect: Int64 = 0
    package var tls: Int64 = 0
    package var pretransfer: Int64 = 0
    package var firstByte: Int64 = 0
    /// The time of all transfers but the last.
    package var redirects: Int64 = 0
    package var total: Int64 = 0

    package init() {}
  }

  /// One end of a connection.
  package struct Place: Sendable, Equatable {
    package var address = ""
    package var port = 0

    package init() {}
  }

  package var times = Times()
  package var remote = Place()
  package var local = Place()
  /// How many connections were made.
  package var connects = 0
  /// The status of a proxy's answer to CONNECT; 0 where there was none.
  package var connectStatus = 0
  /// The results of verifying the origin's and the proxy's certificates, as numbers of the TLS library; 0 is good.
  package var verifyResult = 0
  package var proxyVerifyResult = 0
  /// Bytes of the heads that were sent, of the heads that came, and of the content that was sent.
  package var requestBytes = 0
  package var headBytes = 0
  package var sentBytes: Int64 = 0
  /// Bytes of content that were sent in a second.
  package var sentBytesPerSecond: Int64 = 0

  package init() {}

  /// The figures with those of an earlier transfer of the same fetch: a redirect's.
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
