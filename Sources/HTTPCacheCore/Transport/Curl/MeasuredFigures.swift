import CCurl

extension ConnectionFigures {
  /// Reads the measurements of a handle's last transfer.
  init(_ easy: UnsafeMutableRawPointer) {
    self.init()
    times.nameLookup = ccurl_figure(easy, ccurl_time_name_lookup)
    times.connect = ccurl_figure(easy, ccurl_time_connect)
    times.tls = ccurl_figure(easy, ccurl_time_tls)
    times.pretransfer = ccurl_figure(easy, ccurl_time_pretransfer)
    times.firstByte = ccurl_figure(easy, ccurl_time_first_byte)
    times.total = ccurl_figure(easy, ccurl_time_total)
    remote.address = ccurl_remote_address(easy).map { String(cString: $0) } ?? ""
    remote.port = ccurl_fact(easy, ccurl_remote_port)
    local.address = ccurl_local_address(easy).map { String(cString: $0) } ?? ""
    local.port = ccurl_fact(easy, ccurl_local_port)
    connects = ccurl_fact(easy, ccurl_connects)
    connectStatus = ccurl_fact(easy, ccurl_connect_status)
    verifyResult = ccurl_fact(easy, ccurl_verify_result)
    proxyVerifyResult = ccurl_fact(easy, ccurl_proxy_verify_result)
    requestBytes = ccurl_fact(easy, ccurl_request_bytes)
    headBytes = ccurl_fact(easy, ccurl_head_bytes)
    sentBytes = ccurl_figure(easy, ccurl_bytes_sent)
    sentBytesPerSecond = ccurl_figure(easy, ccurl_speed_sent)
  }
}
