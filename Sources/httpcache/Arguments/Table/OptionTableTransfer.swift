extension OptionTable {
  /// How one request is sent, as in curl: of `fetch`, and of `inspect --live`.
  static let transfer = OptionSection(
    "Connection",
    [
      .init(.connectTimeout, nil, value: .required("S"), "give up connecting after so many seconds"),
      .init(.maxTime, nil, value: .required("S"), "give up a transfer after so many seconds"),
      .init(
        .caCertificate, nil, value: .required("FILE"), "trust the certificates in this file", kind: .file),
      .init(.insecure, "k", "do not verify the origin's certificate"),
      .init(.proxy, "x", value: .required("URL"), "go through this proxy"),
      .init(.user, "u", value: .required("USER:PASS"), "credentials for the origin"),
      .init(.userAgent, "A", value: .required("S"), "the User-Agent to send; an empty one sends none"),
      .init(
        .resolve, nil, value: .required("H:P:A"), "connect to address A for host H and port P",
        isRepeatable: true),
      .init(
        .connectTo, nil, value: .required("H1:P1:H2:P2"),
        "connect to host H2 and port P2 for host H1 and port P1", isRepeatable: true),
      .init(
        .unixSocket, nil, value: .required("PATH"), "connect to this socket instead of the network",
        kind: .file),
      .init(.http11, nil, "use HTTP/1.1"),
      .init(.http2, nil, "use HTTP/2"),
    ])
}
