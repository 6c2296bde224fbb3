import HTTPCacheCore

/// What `fetch` sends as the content of its requests.
struct ContentOptions: Equatable, Sendable {
  /// Joined with `&`, as in curl; none where there is no body.
  let body: [BodyPart]

  /// What is sent as it is; nil for nothing.
  let upload: InputSource?

  /// The parts of a form; none where there is none.
  let form: [FormPart]

  /// Whether `body` goes into the query of the URLs.
  let isInQuery: Bool

  /// Reads the options.
  ///
  /// - Parameter arguments: of `fetch`.
  /// - Throws: the first thing that cannot be understood.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    body = BodyPart.all(arguments)
    upload = try arguments.value(.uploadFile, as: .input)
    form = try FormArgument.all(arguments)
    isInQuery = arguments.has(.get)
  }

  /// The method: as told, else what `--head` or a body makes of it.
  func method(_ arguments: ParsedArguments) throws(UsageError) -> String {
    let hasData = !isInQuery && BodyPart.options.contains(where: arguments.has)
    try arguments.refuse(.get, with: .uploadFile)
    for data in BodyPart.options {
      if hasData { try arguments.refuse(.head, with: data) }
      try arguments.refuse(.uploadFile, with: data)
    }
    try arguments.refuse(.head, with: .uploadFile)
    let forms = [OptionName.form, .formString].filter(arguments.has)
    for form in forms {
      for other in BodyPart.options + [.get, .uploadFile, .head] { try arguments.refuse(form, with: other) }
    }
    let method = try arguments.value(.request, as: .token("a method"))
    guard arguments.has(.head) else {
      if let method { return method }
      return arguments.has(.uploadFile)
        ? "PUT" : hasData || !forms.isEmpty ? "POST" : "GET"
    }
    if method != "HEAD" { try arguments.refuse(.head, with: .request) }
    return "HEAD"
  }
}
