import HTTPCacheCore

extension RemoteServer {
  /// The server of a bucket in an object store, with the credentials that sign its requests.
  ///
  /// The bucket is named as `s3://BUCKET[/PREFIX]`, and the rest by the variables that other programs for such stores
  /// read. `timeout` is in seconds without a byte.
  init(
    bucket text: String, _ environment: ProcessEnvironment?, _ options: TransferOptions, timeout: Double
  ) throws(UsageError) {
    func variable(_ names: String...) -> String? {
      for name in names {
        if let value = environment?[name], !value.isEmpty { return value }
      }
      return nil
    }
    let parts = text.dropFirst("s3://".count).split(separator: "/")
    guard let bucket = parts.first, bucket.utf8.allSatisfy(\.isBucketCharacter) else {
      throw UsageError("--remote: '\(text)' names no bucket", hint: "such as s3://my-bucket/httpcache")
    }
    guard !parts.contains("."), !parts.contains("..") else {
      throw UsageError("--remote: the prefix of a bucket has no . and no ..")
    }
    guard let key = variable("AWS_ACCESS_KEY_ID"), let secret = variable("AWS_SECRET_ACCESS_KEY"),
      !key.contains(":")
    else {
      throw UsageError(
        "--remote \(text): there are no credentials",
        hint: "set $AWS_ACCESS_KEY_ID and $AWS_SECRET_ACCESS_KEY")
    }
    let region = variable("AWS_REGION", "AWS_DEFAULT_REGION") ?? "us-east-1"
    let endpoint = try variable("AWS_ENDPOINT_URL").map { text throws(UsageError) in
      try ValueForm<String>.remoteURL.read(text, from: "$AWS_ENDPOINT_URL")
    }
    guard region.utf8.allSatisfy(\.isBucketCharacter) else {
      throw UsageError("$AWS_REGION: '\(region)' is not a region")
    }
    // Encode all but unreserved characters: the signature is computed over the path in this form.
    let path = parts.dropFirst().map { "/" + String(decoding: $0.utf8.percentEncoded, as: UTF8.self) }
      .joined()
    // Amazon's URLs have the bucket in the name of the host, those of other stores in the path.
    var url = "https://\(bucket).s3.\(region).amazonaws.com\(path)"
    if let endpoint {
      url = "\(endpoint)/\(bucket)\(path)"
    } else if bucket.contains(".") {
      // Amazon's certificate does not cover a host name with further dots.
      url = "https://s3.\(region).amazonaws.com/\(bucket)\(path)"
    }
    self.init(url: url, options: options, timeout: timeout)
    sign(key: key, secret: secret, token: variable("AWS_SESSION_TOKEN"), region: region)
  }
}

extension UInt8 {
  /// Whether the name of a bucket or a region may have this byte.
  fileprivate var isBucketCharacter: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
    default: false
    }
  }
}
