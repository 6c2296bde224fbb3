/// Why a server of a remote cache refused a request, in words that suggest a remedy.
struct RemoteRefusal {
  /// The refusal, as the end of a sentence.
  let words: String

  /// Whether the bucket is missing, not only the object.
  let lacksBucket: Bool

  /// Reads the status and the text of a response.
  init(_ status: Int, to request: TransferRequest, said: [UInt8]) {
    let code = request.options.signature == nil ? nil : Self.errorCode(said)
    lacksBucket = code == "NoSuchBucket"
    let named = code.map { "\(status) (\($0))" } ?? "\(status)"
    words =
      "it answered \(request.method) with status \(named)"
      + (Self.remedy(status, request, code).map { ": \($0)" } ?? "")
  }

  private static func remedy(_ status: Int, _ request: TransferRequest, _ code: String?) -> String? {
    if request.options.signature != nil { return objectStoreRemedy(code) }
    let isPut = request.method == "PUT"
    switch status {
    case 401, 403: return "set $HTTPCACHE_REMOTE_HEADER to the field that it wants"
    case 300..<400: return "redirects are not followed; name the URL that it leads to"
    case _ where !isPut: return nil
    case 400, 422, 500:
      return request.url.holds("/ac/") ? "bazel-remote needs --disable_http_ac_validation" : nil
    case 405, 501: return "it takes no PUT; nginx needs dav_methods PUT"
    case 413: return "it takes no body of this size; nginx needs a larger client_max_body_size"
    default: return nil
    }
  }

  private static func objectStoreRemedy(_ code: String?) -> String? {
    switch code {
    case "NoSuchBucket": "make the bucket first"
    case "AccessDenied":
      "the key needs s3:GetObject and s3:PutObject, and s3:ListBucket to be told what is missing"
    case "InvalidAccessKeyId", "SignatureDoesNotMatch", "InvalidToken", "ExpiredToken":
      "see $AWS_ACCESS_KEY_ID, $AWS_SECRET_ACCESS_KEY and $AWS_SESSION_TOKEN"
    case "AuthorizationHeaderMalformed", "PermanentRedirect": "see $AWS_REGION"
    case "RequestTimeTooSkewed": "this machine's clock is wrong"
    default: nil
    }
  }

  /// The text in `<Code>`, by which object stores name the error.
  private static func errorCode(_ said: [UInt8]) -> String? {
    let text = String(decoding: said, as: UTF8.self)
    guard let start = text.firstPlace(of: "<Code>")?.upperBound else { return nil }
    let word = text[start...].prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
    return word.isEmpty ? nil : String(word)
  }
}
